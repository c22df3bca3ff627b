import { readRegularFile, RegularFileLimits } from '../lib/platform/regular-file';

/**
 * What a file says in JSON.
 *
 * @throws when it may not be read or is no JSON; the error names the file
 */
export function readJson(file: string, limits: RegularFileLimits): unknown {
  const text = readRegularFile(file, limits).toString();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}; allowed: JSON`);
  }
}
