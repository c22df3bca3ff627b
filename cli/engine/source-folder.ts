import * as fs from 'fs';
import * as path from 'path';
import { copySource } from '../../lib/artifacts/file-reader';
import { HashedFile } from '../../lib/artifacts/repository-file';

/**
 * Writes the source folder.
 *
 * @throws if the folder is a link, or already contains files, which a build could mix with the sources
 */
export function writeSource(files: HashedFile[], folder: string): void {
  requireNoLink(folder);
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty; remove it, or choose a different folder with --out`);
  for (const { path: name, source, within, content = '' } of files) {
    const target = path.join(folder, name);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    if (source === undefined) fs.writeFileSync(target, content);
    else copySource({ source, within }, target);
  }
}

/** @throws if the folder is a link. The author of the current folder chose where it leads */
export function requireNoLink(folder: string): void {
  if (!fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new Error(`${folder} is a link, which is not followed; remove it, or choose a different folder with --out`);
}
