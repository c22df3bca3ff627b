import { statSync, writeFileSync } from 'fs';
import { resolve } from 'path';
import { writeAtomically } from '../../lib/files/write-atomically';

/** Writes a file atomically, so the previous file is kept if the disk is full. A device or a pipe, such as /dev/stdout, is written directly. */
export function writeText(file: string, text: string): void {
  if (isStream(file)) writeFileSync(file, text);
  else writeAtomically(file, (temporary) => writeFileSync(temporary, text));
}

/** Whether the path is a device or a pipe. Any path in /dev or /proc counts, because /dev/stdout can be a link to a file. */
function isStream(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat || stat.isDirectory()) return false;
  return !stat.isFile() || /^\/(dev|proc)\//.test(resolve(file));
}
