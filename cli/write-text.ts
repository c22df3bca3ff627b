import { statSync, writeFileSync } from 'fs';
import { resolve } from 'path';
import { writeAtomically } from '../lib/artifacts/write-atomically';

/** Writes a whole file or none: what was there before stays when the disk is full. A device or a pipe, such as /dev/stdout, is written to. */
export function writeText(file: string, text: string): void {
  if (isStream(file)) writeFileSync(file, text);
  else writeAtomically(file, (temporary) => writeFileSync(temporary, text));
}

/** /dev/stdout is a link, also to a file. */
function isStream(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat || stat.isDirectory()) return false;
  return !stat.isFile() || /^\/(dev|proc)\//.test(resolve(file));
}
