import * as fs from 'fs';
import * as path from 'path';
import { writeText } from '../output/write-text';

/** Triton's own metrics in one minute: of the server, or of one of its models. */
export interface ServerMinute {
  /** The start of the minute in milliseconds since the epoch. */
  readonly timestamp: number;
  /** EndpointName, VariantName and, for the metrics of a model, ModelName. */
  readonly dimensions: Record<string, string>;
  /** The values of each metric: one of a counter, and several samples of a gauge. */
  readonly values: Record<string, number[]>;
}

/** The last run of the `local` command in which a variant was measured. */
export interface Measurement {
  readonly endpointName: string;
  /** The name of the variant, or the name of the inference component on its endpoint. */
  readonly variantName: string;
  /** The time of the first request in ISO format. */
  readonly at: string;
  /** The server's own metrics from that time until the end of the run; undefined if it published none. */
  readonly serverMetrics?: ServerMinute[];
}

const FOLDER = 'measurements';
const MINUTE = 60_000;

/** Names that SageMaker allows. Without path separators, they are safe in a file name. */
const VALID_NAME = /^[a-zA-Z0-9-]+$/;

/** @throws if the name is invalid for an endpoint, a variant or an inference component */
export function checkName(kind: 'endpoint' | 'variant' | 'inference component', name: string): void {
  if (VALID_NAME.test(name)) return;
  throw new Error(`got the ${kind} name ${JSON.stringify(name)}; allowed: letters, digits and hyphens`);
}

type VariantNames = Pick<Measurement, 'endpointName' | 'variantName'>;

/** Saves the measurement in the assembly. Replaces the previous measurement of the variant. */
export function saveMeasurement(assembly: string, measurement: Measurement): void {
  const { endpointName, variantName } = measurement;
  checkName('endpoint', endpointName);
  checkName('variant', variantName);
  const folder = path.join(assembly, FOLDER);
  fs.mkdirSync(folder, { recursive: true });
  writeText(fileOf(assembly, measurement), JSON.stringify(measurement));
}

/** Adds the server's own metrics in the minutes since the measurement began. Does nothing without a measurement. */
export function saveServerMetrics(assembly: string, variant: VariantNames, minutes: ServerMinute[]): void {
  const file = fileOf(assembly, variant);
  if (minutes.length === 0 || !fs.existsSync(file)) return;
  const measurement = readMeasurement(file);
  const start = Date.parse(measurement.at);
  saveMeasurement(assembly, {
    ...measurement,
    serverMetrics: minutes.filter(({ timestamp }) => timestamp + MINUTE > start),
  });
}

/** Reads the last measurement of each variant of an assembly. */
export function readMeasurements(assembly: string): Measurement[] {
  const folder = path.join(assembly, FOLDER);
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .sort()
    .map((file) => readMeasurement(path.join(folder, file)));
}

function readMeasurement(file: string): Measurement {
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Measurement;
}

function fileOf(assembly: string, { endpointName, variantName }: VariantNames): string {
  return path.join(assembly, FOLDER, `${endpointName}.${variantName}.json`);
}
