import { randomBytes } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { hasEnded, markOfThisProcess, PROCESS_MARK } from './process-mark';

/** What the names of temporary files and folders end with. No other program names a file so. */
const TEMPORARY = new RegExp(`\\.(${PROCESS_MARK})-[0-9a-f]{8}\\.tmp$`);

/** What the name begins with has to leave room for the mark: a name has at most 255 bytes. */
const LONGEST_BEGINNING = 40;

/** After that time nothing writes any more to what a process of a different host or container has begun. */
const FOREIGN_MILLISECONDS = 24 * 60 * 60_000;

/**
 * A name beside a file for one that lives at most as long as this process. Everything of that kind in the folder that processes have
 * left, which have ended, is removed, whatever it would have become.
 */
export function temporaryName(file: string): string {
  const { dir, base } = path.parse(file);
  removeLeft(dir === '' ? '.' : dir);
  const unique = `${markOfThisProcess()}-${randomBytes(4).toString('hex')}`;
  return path.join(dir, `${base.slice(0, LONGEST_BEGINNING)}.${unique}.tmp`);
}

/** Whether a file or folder has such a name. */
export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

function removeLeft(folder: string): void {
  try {
    for (const name of fs.readdirSync(folder)) {
      const [, mark] = TEMPORARY.exec(name) ?? [];
      const left = path.join(folder, name);
      if (mark !== undefined && isLeft(left, mark)) fs.rmSync(left, { recursive: true, force: true });
    }
  } catch {
    // What keeps it from being removed, such as a missing permission, is no reason not to write.
  }
}

function isLeft(file: string, mark: string): boolean {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!stat || stat.uid !== (process.getuid?.() ?? stat.uid)) return false;
  return hasEnded(mark) ?? Date.now() - stat.mtimeMs > FOREIGN_MILLISECONDS;
}
