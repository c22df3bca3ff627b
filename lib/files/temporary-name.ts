import { randomBytes } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { hasEnded, markOfThisProcess, PROCESS_MARK } from './process-mark';

/** Suffix of temporary files and folders. Only this project uses this suffix. */
const TEMPORARY_SUFFIX = new RegExp(`\\.(${PROCESS_MARK})-[0-9a-f]{8}\\.tmp$`);

/** Maximum length of the original file name in a temporary name, because a file name can have at most 255 bytes. */
const MAX_PREFIX_LENGTH = 40;

/** Age after which files of processes on other hosts or in other containers are considered abandoned. */
const ABANDONED_MILLISECONDS = 24 * 60 * 60_000;

/**
 * Returns a path for a temporary file of this process, in the folder of the specified file. Also removes the temporary files and folders
 * that ended processes left in this folder.
 */
export function temporaryName(file: string): string {
  const { dir, base } = path.parse(file);
  removeAbandoned(dir === '' ? '.' : dir);
  const uniquePart = `${markOfThisProcess()}-${randomBytes(4).toString('hex')}`;
  return path.join(dir, `${base.slice(0, MAX_PREFIX_LENGTH)}.${uniquePart}.tmp`);
}

/** Whether this is the name of a temporary file or folder. */
export function isTemporary(name: string): boolean {
  return TEMPORARY_SUFFIX.test(name);
}

function removeAbandoned(folder: string): void {
  try {
    for (const name of fs.readdirSync(folder)) {
      const [, mark] = TEMPORARY_SUFFIX.exec(name) ?? [];
      const file = path.join(folder, name);
      if (mark !== undefined && isAbandoned(file, mark)) fs.rmSync(file, { recursive: true, force: true });
    }
  } catch {
    // A failed cleanup, for example because of a missing permission, must not prevent writing.
  }
}

function isAbandoned(file: string, mark: string): boolean {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!stat || stat.uid !== (process.getuid?.() ?? stat.uid)) return false;
  return hasEnded(mark) ?? Date.now() - stat.mtimeMs > ABANDONED_MILLISECONDS;
}
