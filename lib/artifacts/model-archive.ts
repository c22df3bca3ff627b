import * as fs from 'fs';
import { readFolder } from '../model/folder/folder-content';
import { checkPaths } from './check-paths';
import { placeholderIn } from './model-repository';
import { contentHashOf, HashedFile, RepositoryFile, sortByPath } from './repository-file';
import { packSmall } from './pack-archive';
import { runWorker } from './run-worker';
import { writeAtomically } from '../files/write-atomically';
import { rulePage } from '../findings/rule-page';

/** From this total size, a separate process is faster. */
const MINIMUM_WORKER_BYTES = 4 << 20;

/** Result of writing an archive. */
export interface WrittenArchive {
  /** SHA-256 of a list with the path, size and SHA-256 of each file. */
  readonly contentHash: string;
  /** Size of the archive. */
  readonly bytes: number;
  readonly files: HashedFile[];
}

/**
 * Packs a folder into the `model.tar.gz` that SageMaker downloads.
 *
 * The content of the archive depends only on the paths and contents of the files: entries are sorted, and owners, times and modes are
 * fixed. Most files are stored without compression, because weights shrink very little, and because stored data is the same on every host. A
 * large file is compressed only if samples of the file shrink to less than half of their size.
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
   * @param outFile path of the archive. The archive is written under a temporary name and renamed when it is complete
   * @returns SHA-256 of a list with the path, size and SHA-256 of each file
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
 * Writes files, sorted by path, as a gzip-compressed tar archive.
 *
 * @param outFile path of the archive, or a function that returns the path for the hash of the content
 * @param contentHash expected hash of the content
 * @throws if the content has a different hash. The archive is then deleted
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
  // The hash is known only after the archive is written. Until then, 'new' is a placeholder for the hash.
  writeAtomically(pathOf('new'), (temporary) => {
    const packed =
      total < MINIMUM_WORKER_BYTES
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
