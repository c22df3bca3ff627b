import * as fs from 'fs';
import { readFolder } from '../model/folder-content';
import { checkPaths } from './check-paths';
import { placeholderIn } from './model-repository';
import { contentHashOf, HashedFile, RepositoryFile, sortByPath } from './repository-file';
import { packSmall } from './pack-small';
import { runWorker } from './run-worker';
import { writeAtomically } from './write-atomically';
import { rulePage } from '../findings/rule-page';

/** Below this, starting a process takes longer than packing. */
const WORTH_A_PROCESS = 4 << 20;

/** An archive that was written. */
export interface WrittenArchive {
  /** SHA-256 over the canonical listing of the archive: path, size and SHA-256 of each file. */
  readonly contentHash: string;
  /** Size of the archive. */
  readonly bytes: number;
  readonly files: HashedFile[];
}

/**
 * Packs a folder into the `model.tar.gz` that SageMaker downloads.
 *
 * The content of the archive depends only on the paths and contents of the files: entries are sorted, and owners, times and modes are
 * fixed. Most files are stored without compression, because weights shrink very little, and because the stored data is the same on every
 * host. A large file is compressed only if a sample of it shrinks to less than half of its size.
 *
 * @example
 * ModelArchive.pack('models/bert', 'bert.tar.gz');
 */
export class ModelArchive {
  /**
   * Packs all files in `directory`. Links within the folder are followed. An empty folder, such as a version folder of an ensemble, gets an
   * empty file named `.keep`. The required memory does not depend on the size of the files.
   *
   * @param directory path of the folder whose content becomes the root of the archive
   * @param outFile path of the archive. It is written under a temporary name and renamed when it is complete
   * @returns SHA-256 of the canonical listing of the archive: path, size and SHA-256 of each file
   * @throws an error for a config.pbtxt at the root, which the container rejects or uses as the only model, for links that leave the
   * folder, for anything except files and folders, and if a file changes during packing
   */
  public static pack(directory: string, outFile: string): string {
    const { files, emptyFolders, problems } = readFolder(directory);
    if (problems.length > 0)
      throw new Error([`${directory} cannot be packed ${rulePage('archive.files')}`, ...problems].join('\n  - '));
    if (files.some((file) => file.path === 'config.pbtxt')) {
      throw new Error(
        `${directory} has config.pbtxt at its root; allowed: one folder for each model, so pass the parent folder ${rulePage('sme.root-config')}`,
      );
    }
    return writeArchive([...files, ...emptyFolders.map(placeholderIn)], outFile).contentHash;
  }

  private constructor() {}
}

/**
 * Writes files, in order of their paths, as a gzip-compressed tar archive.
 *
 * @param outFile the archive, or its path by the hash of its content
 * @param contentHash what the files' content was when the archive got its name
 * @throws when it is another one now; no archive is left then
 */
export function writeArchive(
  files: RepositoryFile[],
  outFile: string | ((contentHash: string) => string),
  contentHash?: string,
): WrittenArchive {
  const pathOf = typeof outFile === 'string' ? () => outFile : outFile;
  checkPaths(files);
  const sorted = sortByPath(files);
  const total = sorted.reduce((sum, { source }) => sum + (source === undefined ? 0 : fs.statSync(source).size), 0);
  let hashed: HashedFile[] = [];
  let bytes = 0;
  writeAtomically(pathOf('new'), (temporary) => {
    const packed =
      total < WORTH_A_PROCESS
        ? packSmall(sorted, temporary)
        : runWorker({ kind: 'pack', files: sorted, outFile: temporary, bytes: total });
    hashed = sorted.map((file, index) => ({ ...file, ...packed.files[index] }));
    bytes = packed.bytes;
    const hash = contentHashOf(hashed);
    if (contentHash !== undefined && hash !== contentHash) {
      throw new Error(
        `${pathOf(hash)}: a file changed while it was packed; pack or synthesize again when nothing writes to it ${rulePage('archive.changed')}`,
      );
    }
    return pathOf(hash);
  });
  return { contentHash: contentHashOf(hashed), bytes, files: hashed };
}
