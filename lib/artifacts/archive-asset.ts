import * as fs from 'fs';
import { FileAssetLocation } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { requireLocked } from './check-lock';
import { FileAssets } from './file-assets';
import { haveCachedDigests, hashFiles } from './hash-files';
import { writeArchive } from './model-archive';
import { contentHashOf, HashedFile, RepositoryFile } from './repository-file';

/** The files of an archive with their digests, and the hash of all files. */
interface HashedArchive {
  readonly contentHash: string;
  readonly files: HashedFile[];
}

/** An archive that CDK uploads as an asset. */
export interface ArchiveAsset extends HashedArchive {
  readonly asset: FileAssetLocation;
}

/** Packs the files of a model into an archive, and adds the archive as an asset. */
export function addArchive(scope: Construct, modelName: string, files: RepositoryFile[]): ArchiveAsset {
  const assets = new FileAssets(scope, `Triton model ${modelName}`);
  const areDigestsKnown = haveCachedDigests(files) || files.some(({ absent }) => absent);
  const archive = areDigestsKnown ? archiveHashedFiles(assets, files) : archiveAndHashFiles(assets, files);
  const { contentHash } = archive;
  // CDK creates the object key from the hash and the last extension of the file name (`.gz`). With `.tar` after the hash, the key ends with
  // `.tar.gz`, the suffix that SageMaker documents.
  return { ...archive, asset: assets.add(assets.pathFor(contentHash, '.tar.gz'), `${contentHash}.tar`) };
}

/** Packs files whose digests are known. If the archive already exists, no file is read. */
function archiveHashedFiles(assets: FileAssets, files: RepositoryFile[]): HashedArchive {
  const hashed = requireLocked(hashFiles(files));
  const contentHash = contentHashOf(hashed);
  const archive = assets.pathFor(contentHash, '.tar.gz');
  const isComplete = !files.some(({ absent }) => absent); // otherwise the archive must already be in the bucket
  if (isComplete && !fs.existsSync(archive)) writeArchive(files, archive, contentHash);
  return { contentHash, files: hashed };
}

/** Packs and hashes files at the same time, so each file is read only once. */
function archiveAndHashFiles(assets: FileAssets, files: RepositoryFile[]): HashedArchive {
  const archive = writeArchive(files, (hash) => assets.pathFor(hash, '.tar.gz'));
  requireLocked(archive.files);
  return archive;
}
