import { randomBytes } from 'crypto';
import * as fs from 'fs';

/** Lets `write` make a file under a temporary name beside `file`, and renames it; nothing is left when that fails. */
export function writeAtomically(file: string, write: (temporary: string) => void): void {
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  try {
    write(temporary);
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}
