import * as fs from 'fs';
import * as path from 'path';
import { fields, list, number, readJson, Shape, text } from '../input/shape';
import { writeText } from '../output/write-text';

/** A completed request. */
export interface MeasuredRequest {
  /** The time from the first request to this request. */
  readonly atMilliseconds: number;
  /** The latency that the client measured. */
  readonly milliseconds: number;
}

/** Latencies of a variant, measured by the `local` or `load` command. */
export interface Measurement {
  readonly endpointName: string;
  readonly variantName: string;
  /** A description of the run. */
  readonly source: string;
  /** The time of the first request in ISO format. */
  readonly at: string;
  readonly requests: MeasuredRequest[];
}

const FOLDER = 'measurements';
const MAX_MEASUREMENT_BYTES = 64 * 1024 * 1024;

const measurementShape: Shape<Measurement> = fields({
  endpointName: text,
  variantName: text,
  source: text,
  at: text,
  requests: list(fields({ atMilliseconds: number, milliseconds: number })),
});

/** Names that SageMaker allows. Without path separators, they are safe in a file name. */
const VALID_NAME = /^[a-zA-Z0-9-]+$/;

/** @throws if the name is invalid for an endpoint or a variant */
export function checkName(kind: 'endpoint' | 'variant', name: string): void {
  if (VALID_NAME.test(name)) return;
  throw new Error(`got the ${kind} name ${JSON.stringify(name)}; allowed: letters, digits and hyphens`);
}

/** Saves the measurement in the assembly. Replaces the previous measurement of the variant. */
export function saveMeasurement(assembly: string, measurement: Measurement): void {
  const { endpointName, variantName } = measurement;
  checkName('endpoint', endpointName);
  checkName('variant', variantName);
  const folder = path.join(assembly, FOLDER);
  if (fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(`${folder} is a link; allowed: a folder of the assembly`);
  }
  fs.mkdirSync(folder, { recursive: true });
  writeText(path.join(folder, `${endpointName}.${variantName}.json`), JSON.stringify(measurement));
}

/** The file with the documents that the metrics exporter of a variant wrote in the last local run. */
export function serverMetricsFile(assembly: string, endpointName: string, variantName: string): string {
  checkName('endpoint', endpointName);
  checkName('variant', variantName);
  return path.join(assembly, FOLDER, `${endpointName}.${variantName}.metrics.jsonl`);
}

/** Reads the last measurement of each variant of an assembly. */
export function readMeasurements(assembly: string): Measurement[] {
  const folder = path.join(assembly, FOLDER);
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) =>
      readJson(path.join(folder, file), { maximumBytes: MAX_MEASUREMENT_BYTES, within: assembly }, measurementShape),
    );
}
