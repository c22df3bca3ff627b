import * as fs from 'node:fs';
import * as path from 'node:path';
import { LimitName, requireWithin } from '../findings/limits';
import { withFileErrors } from './file-error';

/** What a file may be that somebody else has written. */
export interface RegularFileLimits {
  /** The largest file that is read, or the limit that says it. */
  readonly maximumBytes: number | LimitName;

  /** A folder that the file must not leave through links. */
  readonly within?: string;
}

/**
 * Reads a file that somebody else may have written.
 *
 * @throws when it is no regular file, too large (OverLimit where the limit has a name), or outside the folder
 */
export function readRegularFile(file: string, limits: RegularFileLimits): Buffer {
  const handle = openRegularFile(file, limits);
  try {
    return withFileErrors(file, () => fs.readFileSync(handle));
  } finally {
    fs.closeSync(handle);
  }
}

/**
 * Opens a file that somebody else may have written. A pipe would never end, a device would fill the memory, and a link could
 * lead to any file of this machine.
 *
 * @returns the descriptor, which the caller closes
 * @throws when it is no regular file, too large, or outside the folder
 */
export function openRegularFile(file: string, limits: RegularFileLimits): number {
  return withFileErrors(file, () => openWithin(file, limits));
}

function openWithin(file: string, { maximumBytes, within }: RegularFileLimits): number {
  if (within !== undefined) checkWithin(file, within);
  // A pipe without a writer is opened at once, too, and then refused.
  const handle = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  try {
    const stat = fs.fstatSync(handle);
    if (stat.isDirectory()) throw new Error(`got the folder ${file}; allowed: a file`);
    if (!stat.isFile()) throw new Error(`got ${file}, a pipe, socket or device; allowed: a regular file`);
    if (typeof maximumBytes === 'string') requireWithin(maximumBytes, stat.size, file);
    else if (stat.size > maximumBytes) {
      throw new Error(`got ${file} with ${stat.size} bytes; allowed: at most ${maximumBytes} bytes`);
    }
    return handle;
  } catch (error) {
    fs.closeSync(handle);
    throw error;
  }
}

/**
 * What such a file says in JSON.
 *
 * @throws also when it is no JSON
 */
export function readRegularJson(file: string, limits: RegularFileLimits): unknown {
  return JSON.parse(readRegularFile(file, limits).toString());
}

/** Whether a path is below a folder; both without links. */
export function isBelow(real: string, folder: string): boolean {
  return real.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

function checkWithin(file: string, folder: string): void {
  const [real, root] = [fs.realpathSync(file), fs.realpathSync(folder)];
  if (isBelow(real, root)) return;
  throw new Error(`got ${file}, which links to ${real}; allowed: a file inside ${root}, so copy it there`);
}
