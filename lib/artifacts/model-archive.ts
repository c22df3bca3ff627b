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
 * The bytes depend on the files' paths and contents alone: entries are sorted, owners, times and modes are fixed. Blocks are
 * stored, since weights hardly compress, and stored blocks are the same on every machine; only large files that
 * a sample shows to shrink to less than half are compressed.
 *
 * @example
 * ModelArchive.pack('models/bert', 'bert.tar.gz');
 */
export class ModelArchive {
  /**
   * Packs every file below `directory`. Links inside the folder are followed. An empty folder, such as an ensemble's version,
   * gets an empty file, `.keep`. Files of any size take the same memory.
   *
   * @param directory the folder whose content becomes the archive's root
   * @param outFile the archive; written under a temporary name and renamed when complete
   * @returns SHA-256 over the canonical listing of the archive: path, size and SHA-256 of each file
   * @throws for a config.pbtxt at the root, which the container refuses or takes for the only model; for links that leave the folder, for anything but files and folders, and when a file changes meanwhile
   */
  public static pack(directory: string, outFile: string): string {
    const { files, emptyFolders, problems } = readFolder(directory);
    if (problems.length > 0)
      throw new Error([`${directory} cannot be packed ${rulePage('archive.files')}`, ...problems].join('\n  - '));
    if (files.some((file) => file.path === 'config.pbtxt')) {
      throw new Error(
        `${directory} has config.pbtxt at its root; allowed: a folder per model, so give the folder above it ${rulePage('sme.root-config')}`,
      );
    }
    return writeArchive([...files, ...emptyFolders.map(placeholderIn)], outFile).contentHash;
  }

  private constructor() {}
}

/**
 * Writes files, in order of their paths, as a gzip-compressed tar archive.
 *
 * @param contentHash what the files' content was when the archive got its name
 * @throws when it is another one now; no archive is left then
 */
export function writeArchive(files: RepositoryFile[], outFile: string, contentHash?: string): WrittenArchive {
  checkPaths(files);
  const sorted = sortByPath(files);
  const total = sorted.reduce((sum, { source }) => sum + (source === undefined ? 0 : fs.statSync(source).size), 0);
  let hashed: HashedFile[] = [];
  let bytes = 0;
  writeAtomically(outFile, (temporary) => {
    const packed =
      total < WORTH_A_PROCESS
        ? packSmall(sorted, temporary)
        : runWorker({ kind: 'pack', files: sorted, outFile: temporary, bytes: total });
    hashed = sorted.map((file, index) => ({ ...file, ...packed.files[index] }));
    bytes = packed.bytes;
    if (contentHash !== undefined && contentHashOf(hashed) !== contentHash) {
      throw new Error(
        `${outFile}: a file changed while it was packed; pack or synthesize again when nothing writes to it ${rulePage('archive.changed')}`,
      );
    }
  });
  return { contentHash: contentHashOf(hashed), bytes, files: hashed };
}
