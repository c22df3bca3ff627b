import * as fs from 'fs';
import { FileAssetLocation } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { requireLocked } from './check-lock';
import { FileAssets } from './file-assets';
import { areHashed, hashFiles } from './hash-files';
import { writeArchive } from './model-archive';
import { contentHashOf, HashedFile, RepositoryFile } from './repository-file';

interface HashedArchive {
  readonly contentHash: string;
  readonly hashed: HashedFile[];
}

/** An archive that CDK uploads. */
export interface ArchiveAsset extends HashedArchive {
  readonly asset: FileAssetLocation;
}

/** Packs a model's files, and has CDK upload the archive. */
export function addArchive(scope: Construct, modelName: string, files: RepositoryFile[]): ArchiveAsset {
  const assets = new FileAssets(scope, `Triton model ${modelName}`);
  const isKnown = areHashed(files) || files.some(({ absent }) => absent);
  const archive = isKnown ? archiveOfKnown(assets, files) : archiveOfNew(assets, files);
  const { contentHash } = archive;
  // The object's key is the hash and the file name's last extension; SageMaker documents the suffix `.tar.gz`.
  return { ...archive, asset: assets.add(assets.pathFor(contentHash, '.tar.gz'), `${contentHash}.tar`) };
}

/** Nothing is read when the archive is there. */
function archiveOfKnown(assets: FileAssets, files: RepositoryFile[]): HashedArchive {
  const hashed = requireLocked(hashFiles(files));
  const contentHash = contentHashOf(hashed);
  const archive = assets.pathFor(contentHash, '.tar.gz');
  const complete = !files.some(({ absent }) => absent); // else the archive is found in the bucket, and not uploaded
  if (complete && !fs.existsSync(archive)) writeArchive(files, archive, contentHash);
  return { contentHash, hashed };
}

/** Files that were never read are hashed while they are packed, so that they are read once. */
function archiveOfNew(assets: FileAssets, files: RepositoryFile[]): HashedArchive {
  const { contentHash, files: hashed } = writeArchive(files, (hash) => assets.pathFor(hash, '.tar.gz'));
  requireLocked(hashed);
  return { contentHash, hashed };
}
