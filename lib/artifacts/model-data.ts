import { randomUUID } from 'crypto';
import * as fs from 'fs';
import { Arn, ArnFormat, Stack } from 'aws-cdk-lib';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { TritonModel } from '../model';
import { FileAssets } from './file-assets';
import { areHashed, hashFiles } from './hash-files';
import { listingOfFiles } from './listing';
import { writeArchive } from './model-archive';
import { requireChecksums, requireLargeAbsent, requireLocked, requirePulled } from './check-lock';
import { repositoryFiles } from './model-repository';
import { ModelData, ModelDataOptions } from './model-data-options';
import { Packaging } from './packaging';
import { publishFiles } from './published-files';
import { contentHashOf, HashedFile, RepositoryFile } from './repository-file';

/** Makes the model's data available to SageMaker: publishes or packs local files, or refers to data in S3. */
export function provideModelData(scope: Construct, model: TritonModel, options: ModelDataOptions = {}): ModelData {
  const location = model.files?._location;
  if (location) return existingData(location.bucket, location.key, location.version);
  const files = repositoryFiles(model);
  requirePulled(scope, files);
  requireLargeAbsent(files);
  requireChecksums(files);
  return options.packaging === Packaging.ARCHIVE
    ? archiveAsset(scope, model.name, files)
    : publishFiles(scope, model.name, requireLocked(hashFiles(files)), options);
}

function existingData(bucket: IBucket, key: string, version?: string): ModelData {
  const uncompressed = !key.endsWith('.tar.gz');
  const wholeKey = uncompressed && !key.endsWith('/') ? `${key}/` : key;
  const s3Uri = bucket.s3UrlForObject(wholeKey);
  return {
    s3Uri,
    uncompressed,
    bucketArn: bucket.bucketArn,
    key: wholeKey,
    contentHash: [key, version].join('\n'),
    version,
    bucketKey: bucket.encryptionKey,
  };
}

function archiveAsset(scope: Construct, modelName: string, files: RepositoryFile[]): ModelData {
  const stack = Stack.of(scope);
  const assets = new FileAssets(scope, `Triton model ${modelName}`);
  const isKnown = areHashed(files) || files.some(({ absent }) => absent);
  const { contentHash, hashed } = isKnown ? archiveOfKnown(assets, files) : archiveOfNew(assets, files);
  const archive = assets.pathFor(contentHash, '.tar.gz');
  // The object's key is the hash and the file name's last extension; SageMaker documents the suffix `.tar.gz`.
  const asset = assets.add(archive, `${contentHash}.tar`);
  return {
    s3Uri: asset.s3ObjectUrl,
    uncompressed: false,
    bucketArn: bucketArn(stack, asset.bucketName),
    key: asset.objectKey,
    contentHash,
    listing: listingOfFiles(hashed),
    bytes: hashed.reduce((sum, file) => sum + file.bytes, 0),
  };
}

interface HashedArchive {
  readonly contentHash: string;
  readonly hashed: HashedFile[];
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
  const unnamed = assets.pathFor(`new-${randomUUID()}`, '.tar.gz');
  const { contentHash, files: hashed } = writeArchive(files, unnamed);
  fs.renameSync(unnamed, assets.pathFor(contentHash, '.tar.gz'));
  requireLocked(hashed);
  return { contentHash, hashed };
}

function bucketArn(stack: Stack, bucketName: string): string {
  return Arn.format(
    { service: 's3', region: '', account: '', resource: bucketName, arnFormat: ArnFormat.NO_RESOURCE_NAME },
    stack,
  );
}
