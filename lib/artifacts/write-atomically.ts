import { randomBytes } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';

/** What begins with a file's name and ends so is a half-written one of the process with that id. */
const TEMPORARY = /^\.(\d+)-[0-9a-f]{8}\.tmp$/;

/** The process of a file that was written to less long ago may live in a container that has process ids of its own. */
const UNTOUCHED_MILLISECONDS = 60_000;

/**
 * Lets `write` make a file or folder under a temporary name beside `file`, and renames it; nothing is left when that fails. What killed
 * processes have left of the same file is removed first.
 */
export function writeAtomically(file: string, write: (temporary: string) => void): void {
  removeLeft(file);
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  try {
    write(temporary);
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
}

function removeLeft(file: string): void {
  const { dir, base } = path.parse(path.resolve(file));
  for (const name of fs.existsSync(dir) ? fs.readdirSync(dir) : []) {
    const [, pid] = (name.startsWith(base) && TEMPORARY.exec(name.slice(base.length))) || [];
    const left = path.join(dir, name);
    const stat = pid === undefined ? undefined : fs.lstatSync(left, { throwIfNoEntry: false });
    if (stat && Date.now() - stat.mtimeMs > UNTOUCHED_MILLISECONDS && !lives(Number(pid))) {
      fs.rmSync(left, { recursive: true, force: true });
    }
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
