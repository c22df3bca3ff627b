import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';

/** Hashes the names and the content of the files in a folder. */
export function hashFolder(folder: string): string {
  const hash = createHash('sha256');
  for (const file of fs.readdirSync(folder).sort()) {
    const content = fs.readFileSync(path.join(folder, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}
