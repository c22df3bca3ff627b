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
  return withRegularFile(file, limits, (descriptor) => withFileErrors(file, () => fs.readFileSync(descriptor)));
}

/** Opens an untrusted file for a function, which receives the descriptor and the size, and closes the file after the function returns. */
export function withRegularFile<T>(
  file: string,
  limits: RegularFileLimits,
  read: (descriptor: number, size: number) => T,
): T {
  const descriptor = openRegularFile(file, limits);
  try {
    return read(descriptor, fs.fstatSync(descriptor).size);
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Opens an untrusted file, if it is a regular file. A pipe might never end, a device might fill the memory, and a symbolic link can point to
 * any file of the host.
 *
 * @param open opens the path, which can lead to a different file by then
 * @returns the file descriptor, which the caller closes
 * @throws Error if `file` is not a regular file, is too large, or is outside of `within`
 */
export function openRegularFile(file: string, limits: RegularFileLimits, open = openWithoutWaiting): number {
  return withFileErrors(file, () => openAndCheck(file, limits, open));
}

/** Opening a pipe otherwise waits until a process writes to the pipe. */
function openWithoutWaiting(file: string): number {
  return fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
}

function openAndCheck(
  file: string,
  { maximumBytes, within }: RegularFileLimits,
  open: typeof openWithoutWaiting,
): number {
  const folder = within === undefined ? undefined : fs.realpathSync.native(within);
  if (folder !== undefined) requireWithinFolder(file, fs.realpathSync.native(file), folder);
  const descriptor = open(file);
  try {
    // A link can have replaced the file, or a folder of its path, since.
    if (folder !== undefined) requireWithinFolder(file, pathOfOpenFile(descriptor, file), folder);
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

/** Path of the open file itself, whatever the names in its path lead to by now. Undefined on systems other than Linux. */
export function descriptorPath(descriptor: number): string | undefined {
  return fs.existsSync('/proc/self/fd') ? `/proc/self/fd/${descriptor}` : undefined;
}

/** Path of an open file without links. Systems without the paths of open files compare the file that the path leads to. */
function pathOfOpenFile(descriptor: number, file: string): string {
  const link = descriptorPath(descriptor);
  if (link !== undefined) return fs.readlinkSync(link);
  const realFile = fs.realpathSync.native(file);
  const [opened, named] = [fs.fstatSync(descriptor, { bigint: true }), fs.lstatSync(realFile, { bigint: true })];
  if (opened.dev === named.dev && opened.ino === named.ino) return realFile;
  throw new Error(`${file} was replaced while it was opened; try again when nothing writes to it`);
}

/**
 * Parses an untrusted JSON file.
 *
 * @throws Error for the same reasons as `readRegularFile`, and if the content is not JSON
 */
export function readRegularJson(file: string, limits: RegularFileLimits): unknown {
  return parseUntrustedJson(readRegularFile(file, limits).toString());
}

/**
 * Parses the JSON of an untrusted file.
 *
 * @throws Error without the message of `JSON.parse`, which quotes the content: it can be secret, or commands for a terminal or a runner
 */
export function parseUntrustedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const [position = ''] = / at position \d+/.exec((error as Error).message) ?? [];
    throw new Error(`the content is not valid JSON${position}`);
  }
}

/** Whether a path is below a folder. Both must be absolute paths without symbolic links. */
export function isBelow(realPath: string, folder: string): boolean {
  return realPath.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

function requireWithinFolder(file: string, realFile: string, folder: string): void {
  if (isBelow(realFile, folder)) return;
  throw new Error(`got ${file}, which links to ${realFile}; allowed: a file inside ${folder}, so copy it there`);
}
