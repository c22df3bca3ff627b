import * as fs from 'node:fs';
import * as path from 'node:path';
import { LimitName, requireWithin } from '../findings/limits';
import { withFileErrors } from './file-error';

/** Limits for an untrusted file. */
export interface RegularFileLimits {
  /** Maximum size in bytes, or the name of a limit. */
  readonly maximumBytes: number | LimitName;

  /** Folder that must contain the file, also after resolving symbolic links. */
  readonly within?: string;
}

/**
 * Reads an untrusted file.
 *
 * @throws Error if `file` is not a regular file, is too large (LimitExceededError for a named limit), or is outside of `within`
 */
export function readRegularFile(file: string, limits: RegularFileLimits): Buffer {
  const descriptor = openRegularFile(file, limits);
  try {
    return withFileErrors(file, () => fs.readFileSync(descriptor));
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Opens an untrusted file, if it is a regular file. A pipe might never end, a device might fill the memory, and a symbolic link can point to
 * any file of the host.
 *
 * @returns the file descriptor, which the caller closes
 * @throws Error if `file` is not a regular file, is too large, or is outside of `within`
 */
export function openRegularFile(file: string, limits: RegularFileLimits): number {
  return withFileErrors(file, () => openAndCheck(file, limits));
}

function openAndCheck(file: string, { maximumBytes, within }: RegularFileLimits): number {
  if (within !== undefined) checkWithin(file, within);
  // Non-blocking, because otherwise, opening a pipe waits until a process writes to the pipe.
  const descriptor = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  try {
    const stat = fs.fstatSync(descriptor);
    if (stat.isDirectory()) throw new Error(`got the folder ${file}; allowed: a file`);
    if (!stat.isFile()) throw new Error(`got ${file}, a pipe, socket or device; allowed: a regular file`);
    if (typeof maximumBytes === 'string') requireWithin(maximumBytes, stat.size, file);
    else if (stat.size > maximumBytes) {
      throw new Error(`got ${file} with ${stat.size} bytes; allowed: at most ${maximumBytes} bytes`);
    }
    return descriptor;
  } catch (error) {
    fs.closeSync(descriptor);
    throw error;
  }
}

/**
 * Parses an untrusted JSON file.
 *
 * @throws Error for the same reasons as `readRegularFile`, and if the content is not JSON
 */
export function readRegularJson(file: string, limits: RegularFileLimits): unknown {
  return JSON.parse(readRegularFile(file, limits).toString());
}

/** Whether a path is below a folder. Both must be absolute paths without symbolic links. */
export function isBelow(realPath: string, folder: string): boolean {
  return realPath.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

function checkWithin(file: string, folder: string): void {
  const [realFile, realFolder] = [fs.realpathSync(file), fs.realpathSync(folder)];
  if (isBelow(realFile, realFolder)) return;
  throw new Error(`got ${file}, which links to ${realFile}; allowed: a file inside ${realFolder}, so copy it there`);
}
