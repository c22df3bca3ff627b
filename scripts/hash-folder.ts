import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';

/** A hash of the names and contents of a folder's files. */
export function hashFolder(folder: string): string {
  const hash = createHash('sha256');
  for (const file of fs.readdirSync(folder).sort()) {
    const content = fs.readFileSync(path.join(folder, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}
