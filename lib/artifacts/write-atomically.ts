import * as fs from 'fs';
import { temporaryName } from '../platform/temporary-name';

/**
 * Lets `write` make a file or folder under a temporary name beside `file`, and renames it; nothing is left when that fails, or when the
 * process is killed and the next one writes to the same folder.
 *
 * @param write may return a path in the same folder in place of `file`, such as one that depends on the content
 * @throws an error of the file system with the path of the file in place of the temporary one
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
    throw naming(file, temporary, error);
  }
}

/** Writing to an open file fails without a path, and renaming with that of the temporary file. */
function naming(file: string, temporary: string, error: unknown): unknown {
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === undefined || !(path === undefined || path.startsWith(temporary))) return error;
  const [reason] = message.split(', '); // the rest is the call, with its paths
  return Object.assign(new Error(`${reason}, write '${file}'`), { code, path: file });
}
