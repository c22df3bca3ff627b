import { randomUUID } from 'crypto';
import * as fs from 'fs';
import { Arn, ArnFormat, Stack } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct, IDependable } from 'constructs';
import { TritonModel } from '../model';
import { FileAssets } from './file-assets';
import { areHashed, hashFiles } from './hash-files';
import { writeArchive } from './model-archive';
import { requireLargeAbsent, requireLocked } from './check-lock';
import { repositoryFiles } from './model-repository';
import { AssetStaging, Packaging } from './packaging';
import { publishFiles } from './published-files';
import { contentHashOf, HashedFile, RepositoryFile } from './repository-file';

/** How a model's data is made available. */
export interface ModelDataOptions {
  readonly packaging?: Packaging;
  readonly staging?: AssetStaging;
  /** For uncompressed files. */
  readonly bucket?: IBucket;
  /** For uncompressed files. */
  readonly retainedVersions?: number;
}

/** Where the model's data lies for SageMaker, and what may be read of it. */
export interface ModelData {
  /** S3 URI of a `.tar.gz`, or of a prefix that ends with `/`. */
  readonly s3Uri: string;
  /** Whether `s3Uri` is a prefix of uncompressed files instead of an archive. */
  readonly uncompressed: boolean;
  /** ARN of the bucket. */
  readonly bucketArn: string;
  /** Key of the archive, or the prefix with its `/`. */
  readonly key: string;
  /** Prefix that all versions of a published model have in common, with its `/`; undefined for data that has none. */
  readonly group?: string;
  /** Changes whenever the data does; for data that is already in S3, its location and version. */
  readonly contentHash: string;
  /** What the user says changes with data that is already in S3. */
  readonly version?: string;
  /** Size of the unpacked files; undefined for data that is already in S3. */
  readonly bytes?: number;
  /** Key that encrypts the bucket; undefined for the bootstrap bucket, whose policy admits the account's roles. */
  readonly bucketKey?: IKey;
  /** What has to be deployed before the data is there. */
  readonly publication?: IDependable;
}

/** Makes the model's data available to SageMaker: publishes or packs local files, or refers to data in S3. */
export function provideModelData(scope: Construct, model: TritonModel, options: ModelDataOptions = {}): ModelData {
  const location = model.files?._location;
  if (location) return existingData(location.bucket, location.key, location.version);
  const files = repositoryFiles(model);
  requireLargeAbsent(files);
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
  if (complete && !fs.existsSync(archive)) writeArchive(files, archive);
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
