import { readRegularFile } from '../../platform/regular-file';

/** Some hundred thousand rows. */
const MAXIMUM_BYTES = 64 * 1024 * 1024;

/** The text of a file of measurements. */
export function readMeasurements(path: string): string {
  return readRegularFile(path, { maximumBytes: MAXIMUM_BYTES }).toString();
}
