import { readRegularFile, RegularFileLimits } from '../lib/platform/regular-file';
import { anything, parseJson, Shape } from './shape';

/**
 * What a file says in JSON.
 *
 * @throws when it may not be read, is no JSON, or has another shape; the error names the file
 */
export function readJson<T = unknown>(
  file: string,
  limits: RegularFileLimits,
  shape: Shape<T> = anything as Shape<T>,
): T {
  return parseJson(readRegularFile(file, limits).toString(), file, shape);
}
