import * as fs from 'fs';
import * as path from 'path';
import { readFolder } from '../model/folder/folder-content';
import { isLfsPointer, LOCK_FILE, LockedFile } from '../model/folder/model-lock';
import { hashFiles } from './hash-files';
import { writeAtomically } from '../files/write-atomically';
import { rulePage } from '../findings/rule-page';

/**
 * Writes `triton-model.lock` to the folder of a model. With the lock file, a checkout without the large files synthesizes the same template.
 *
 * @throws if the folder contains no files, or a Git LFS pointer instead of a file
 */
export function writeLock(folder: string): LockedFile[] {
  const { files, problems } = readFolder(folder);
  const deployedFiles = files.filter((file) => file.path !== LOCK_FILE && file.path !== 'config.pbtxt');
  if (deployedFiles.length + problems.length === 0)
    throw new Error(`got ${folder}; allowed: a folder with a model's files ${rulePage('files.missing')}`);
  const pointers = files
    .filter(({ source }) => isLfsPointer(source))
    .map((file) => `${file.path} is a Git LFS pointer`);
  if (problems.length + pointers.length > 0) {
    throw new Error([`${folder} cannot be locked`, ...problems, ...pointers].join('\n  - '));
  }
  const locked = hashFiles(deployedFiles).map(({ path: name, bytes, sha256, crc32 }) => ({
    path: name,
    bytes,
    sha256,
    ...(crc32 !== undefined && { crc32 }),
  }));
  const text = `${JSON.stringify({ files: locked }, undefined, 2)}\n`;
  writeAtomically(path.join(folder, LOCK_FILE), (temporary) => fs.writeFileSync(temporary, text));
  return locked;
}
