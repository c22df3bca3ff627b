import { Arn, ArnFormat, Stack } from 'aws-cdk-lib';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { TritonModel } from '../model';
import { FileAssets } from './file-assets';
import { addArchive, packFiles } from './model-archive';
import { hashFiles } from './hash-files';
import { listingOfFiles } from './listing';
import { requireChecksums, rejectMissingSmallFiles, requireLocked, requirePulled } from './check-lock';
import { repositoryFiles } from './model-repository';
import { ModelData, ModelDataOptions } from './model-data-options';
import { publishFiles } from './published-files';
import { RepositoryFile } from './repository-file';

/** Publishes the local files of a model for an endpoint, or refers to data in S3. */
export function provideModelData(scope: Construct, model: TritonModel, options: ModelDataOptions): ModelData {
  const location = model.files?._location;
  if (location) return existingData(location.bucket, location.key, location.version);
  const files = localFiles(scope, model, options);
  return publishFiles(scope, model.name, requireLocked(hashFiles(files)), options);
}

/** Provides the data of a model as one archive, which SageMaker reads from the bootstrap bucket. */
export function provideArchive(scope: Construct, model: TritonModel): ModelData {
  const location = model.files?._location;
  if (location) return existingData(location.bucket, location.key, location.version);
  const assets = new FileAssets(scope, `Triton model ${model.name}`);
  const files = requireLocked(hashFiles(localFiles(scope, model, {})));
  const packed = packFiles(assets, files);
  const asset = addArchive(assets, packed);
  return {
    s3Uri: asset.s3ObjectUrl,
    uncompressed: false,
    bucketArn: bucketArn(Stack.of(scope), asset.bucketName),
    key: asset.objectKey,
    contentHash: packed.contentHash,
    listing: listingOfFiles(files),
    bytes: packed.bytes,
  };
}

function localFiles(
  scope: Construct,
  model: TritonModel,
  { engines, additionalFiles }: ModelDataOptions,
): RepositoryFile[] {
  const files = repositoryFiles(model, engines?.image, additionalFiles);
  requirePulled(scope, files);
  rejectMissingSmallFiles(files);
  requireChecksums(files);
  return files;
}

function existingData(bucket: IBucket, key: string, version?: string): ModelData {
  const uncompressed = !key.endsWith('.tar.gz');
  const keyOrPrefix = uncompressed && !key.endsWith('/') ? `${key}/` : key;
  const s3Uri = bucket.s3UrlForObject(keyOrPrefix);
  return {
    s3Uri,
    uncompressed,
    bucketArn: bucket.bucketArn,
    key: keyOrPrefix,
    contentHash: [key, version].join('\n'),
    version,
    bucketKey: bucket.encryptionKey,
  };
}

function bucketArn(stack: Stack, bucketName: string): string {
  return Arn.format(
    { service: 's3', region: '', account: '', resource: bucketName, arnFormat: ArnFormat.NO_RESOURCE_NAME },
    stack,
  );
}
