import { randomBytes } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';

/** Suffix of temporary files and folders. Only this project uses this suffix. */
const TEMPORARY_SUFFIX = /\.[0-9a-f]{16}\.tmp$/;

/** Maximum length of the original file name in a temporary name, because a file name can have at most 255 bytes. */
const MAX_PREFIX_LENGTH = 40;

/** Age after which a temporary file is considered abandoned, because its process was killed. */
const ABANDONED_MILLISECONDS = 24 * 60 * 60_000;

/**
 * Writes a file or folder under a temporary name in the same folder, and then renames it. If writing fails, the temporary file is removed. If
 * the process is killed, a process that writes to the folder a day later removes the temporary file.
 *
 * @param write writes the temporary file
 * @throws file system errors with the path of the file instead of the temporary path
 */
export function writeAtomically(file: string, write: (temporary: string) => void): void {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (stat && !stat.isFile() && !stat.isDirectory())
    throw new Error(`${file} is a device or a pipe; allowed: a path for a file, which is replaced as a whole`);
  const { dir, base } = path.parse(file);
  removeAbandoned(dir === '' ? '.' : dir);
  const suffix = `.${randomBytes(8).toString('hex')}.tmp`;
  const temporary = path.join(dir, base.slice(0, MAX_PREFIX_LENGTH) + suffix);
  try {
    write(temporary);
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { recursive: true, force: true });
    throw replaceTemporaryPath(file, temporary, error);
  }
}

/** Whether this is the name of a temporary file or folder. */
export function isTemporary(name: string): boolean {
  return TEMPORARY_SUFFIX.test(name);
}

function removeAbandoned(folder: string): void {
  try {
    for (const name of fs.readdirSync(folder).filter(isTemporary)) {
      const file = path.join(folder, name);
      const { uid, mtimeMs } = fs.lstatSync(file);
      const isOwn = uid === (process.getuid?.() ?? uid);
      if (isOwn && Date.now() - mtimeMs > ABANDONED_MILLISECONDS) fs.rmSync(file, { recursive: true, force: true });
    }
  } catch {
    // A failed cleanup, for example because of a missing permission, must not prevent writing.
  }
}

/**
 * Returns a file system error with the final path. Errors from writing to an open file have no path, and errors from renaming have the
 * temporary path.
 */
function replaceTemporaryPath(file: string, temporary: string, error: unknown): unknown {
  const { code, path: errorPath, message } = error as NodeJS.ErrnoException;
  if (code === undefined || !(errorPath === undefined || errorPath.startsWith(temporary))) return error;
  const [reason] = message.split(', '); // without the system call and its paths
  return Object.assign(new Error(`${reason}, write '${file}'`), { code, path: file });
}
