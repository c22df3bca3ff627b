import * as fs from 'fs';
import * as path from 'path';
import { readJson } from './read-json';
import { fields, list, number, Shape, text } from './shape';
import { writeText } from './write-text';

/** One answered request. */
export interface MeasuredRequest {
  /** When it was sent, since the first. */
  readonly atMilliseconds: number;
  /** How long the answer took, as the client saw it. */
  readonly milliseconds: number;
}

/** What a run on this machine measured of a variant. */
export interface Measurement {
  readonly endpointName: string;
  readonly variantName: string;
  /** In words: where the numbers come from. */
  readonly source: string;
  /** ISO time of the first request. */
  readonly at: string;
  readonly requests: MeasuredRequest[];
}

const FOLDER = 'measurements';
const MAXIMUM_BYTES = 64 * 1024 * 1024;

const measurement: Shape<Measurement> = fields({
  endpointName: text,
  variantName: text,
  source: text,
  at: text,
  requests: list(fields({ atMilliseconds: number, milliseconds: number })),
});

/** What SageMaker allows, which also is a file's name and no path. */
const NAME = /^[a-zA-Z0-9-]+$/;

/** @throws when an endpoint's or a variant's name is none */
export function checkName(what: string, name: string): void {
  if (NAME.test(name)) return;
  throw new Error(`got the ${what} name ${JSON.stringify(name)}; allowed: letters, digits and hyphens`);
}

/** Keeps the measurement beside the assembly that was run; the next one of the same variant replaces it. */
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

/** The last measurement of every variant of an assembly. */
export function readMeasurements(assembly: string): Measurement[] {
  const folder = path.join(assembly, FOLDER);
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .sort()
    .map((file) => readJson(path.join(folder, file), { maximumBytes: MAXIMUM_BYTES, within: assembly }, measurement));
}
