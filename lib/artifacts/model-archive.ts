import * as fs from 'fs';
import { FileAssetLocation } from 'aws-cdk-lib';
import { readFolder } from '../model/folder/folder-content';
import { checkPaths } from './check-paths';
import { FileAssets } from './file-assets';
import { placeholderIn } from './model-repository';
import { contentHashOf, HashedFile, RepositoryFile, sortByPath } from './repository-file';
import { packArchive } from './pack-archive';
import { writeAtomically } from '../files/write-atomically';
import { rulePage } from '../findings/rule-page';

/** An archive that was written. */
export interface PackedArchive {
  /** SHA-256 of a list with the path, size and SHA-256 of each file. */
  readonly contentHash: string;
  /** Size of the archive. */
  readonly bytes: number;
}

/**
 * Packs a folder into the `model.tar.gz` that SageMaker downloads.
 *
 * The content of the archive depends only on the paths and contents of the files: entries are sorted, and owners, times and modes are
 * fixed. The data is stored without compression, because weights shrink very little, and because stored data is the same on every host.
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
   * @returns the hash of the content, and the size of the archive
   * @throws an error for a config.pbtxt at the root, which the container rejects or uses as the only model, for links that leave the
   * folder, for anything except files and folders, and if a file changes during packing
   */
  public static pack(directory: string, outFile: string): PackedArchive {
    const { files, emptyFolders, problems } = readFolder(directory);
    if (problems.length > 0)
      throw new Error([`${directory} cannot be packed ${rulePage('archive.files')}`, ...problems].join('\n  - '));
    if (files.some((file) => file.path === 'config.pbtxt')) {
      throw new Error(
        `${directory} has config.pbtxt at its root; allowed: one folder for each model, so pass the parent folder ${rulePage('sme.root-config')}`,
      );
    }
    return writeArchive([...files, ...emptyFolders.map(placeholderIn)], outFile);
  }

  private constructor() {}
}

/**
 * Writes files, sorted by path, as a gzip-compressed tar archive.
 *
 * @param contentHash expected hash of the content
 * @throws if the content has a different hash. The archive is then deleted
 */
export function writeArchive(files: RepositoryFile[], outFile: string, contentHash?: string): PackedArchive {
  checkPaths(files);
  let written: PackedArchive = { contentHash: '', bytes: 0 };
  writeAtomically(outFile, (temporary) => {
    const hash = contentHashOf(packArchive(sortByPath(files), temporary));
    if (contentHash !== undefined && hash !== contentHash) {
      throw new Error(
        `${outFile}: a file changed while it was packed; pack or synthesize again when nothing writes to it ${rulePage('archive.changed')}`,
      );
    }
    written = { contentHash: hash, bytes: fs.statSync(temporary).size };
  });
  return written;
}

/** An archive in the cloud assembly. */
export interface PackedFiles {
  readonly contentHash: string;
  /** Path of the archive. */
  readonly source: string;
  /** Size of the unpacked files. */
  readonly bytes: number;
}

/** Packs files into the cloud assembly. If a file is only listed in a lock file, the archive must already be in the bucket. */
export function packFiles(assets: FileAssets, files: HashedFile[]): PackedFiles {
  const contentHash = contentHashOf(files);
  const source = assets.pathFor(contentHash, '.tar.gz');
  if (!fs.existsSync(source) && !files.some(({ absent }) => absent)) writeArchive(files, source, contentHash);
  return { contentHash, source, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/**
 * Adds an archive to the assets. CDK creates the object key from the hash and the last extension of the file name (`.gz`). With `.tar` after the
 * hash, the key ends with `.tar.gz`, the suffix that SageMaker documents.
 */
export function addArchive(assets: FileAssets, { contentHash, source }: PackedFiles): FileAssetLocation {
  return assets.add(source, `${contentHash}.tar`);
}
