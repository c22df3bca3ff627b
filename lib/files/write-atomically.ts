import * as fs from 'fs';
import { temporaryName } from './temporary-name';

/**
 * Writes a file or folder under a temporary name in the same folder, and then renames it. If writing fails, the temporary file is removed. If
 * the process is killed, the next process that writes to the folder removes the temporary file.
 *
 * @param write writes the temporary file. It can return a path in the same folder to use instead of `file`, such as a name that depends on
 * the content
 * @throws file system errors with the path of the file instead of the temporary path
 */
export function writeAtomically(file: string, write: (temporary: string) => string | void): void {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (stat && !stat.isFile() && !stat.isDirectory())
    throw new Error(`${file} is a device or a pipe; allowed: a path for a file, which is replaced as a whole`);
  const temporary = temporaryName(file);
  try {
    fs.renameSync(temporary, write(temporary) ?? file);
  } catch (error) {
    fs.rmSync(temporary, { recursive: true, force: true });
    throw replaceTemporaryPath(file, temporary, error);
  }
}

/**
 * Returns a file system error with the final path. Errors from writing to an open file have no path, and errors from renaming have the
 * temporary path.
 */
function replaceTemporaryPath(file: string, temporary: string, error: unknown): unknown {
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === undefined || !(path === undefined || path.startsWith(temporary))) return error;
  const [reason] = message.split(', '); // without the system call and its paths
  return Object.assign(new Error(`${reason}, write '${file}'`), { code, path: file });
}
