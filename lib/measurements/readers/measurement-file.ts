import { readRegularFile } from '../../files/regular-file';

/** Maximum file size. Sufficient for several hundred thousand rows. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Returns the text of a file with measurements. */
export function readMeasurementFile(path: string): string {
  return readRegularFile(path, { maximumBytes: MAX_BYTES }).toString();
}
