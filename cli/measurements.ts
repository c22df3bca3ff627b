import * as fs from 'fs';
import * as path from 'path';
import { readRegularFile } from '../lib/platform/regular-file';
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

/** Keeps the measurement beside the assembly that was run; the next one of the same variant replaces it. */
export function saveMeasurement(assembly: string, measurement: Measurement): void {
  const folder = path.join(assembly, FOLDER);
  fs.mkdirSync(folder, { recursive: true });
  const { endpointName, variantName } = measurement;
  writeText(path.join(folder, `${endpointName}.${variantName}.json`), JSON.stringify(measurement));
}

/** The last measurement of every variant of an assembly. */
export function readMeasurements(assembly: string): Measurement[] {
  const folder = path.join(assembly, FOLDER);
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .sort()
    .map(
      (file) =>
        JSON.parse(readRegularFile(path.join(folder, file), { maximumBytes: MAXIMUM_BYTES }).toString()) as Measurement,
    );
}
