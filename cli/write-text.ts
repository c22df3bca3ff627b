import { writeFileSync } from 'fs';
import { writeAtomically } from '../lib/artifacts/write-atomically';

/** Writes a whole file or none: what was there before stays when the disk is full. */
export function writeText(file: string, text: string): void {
  writeAtomically(file, (temporary) => writeFileSync(temporary, text));
}
