import { Arn, ArnFormat, Stack } from 'aws-cdk-lib';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { TritonModel } from '../model';
import { addArchive } from './archive-asset';
import { hashFiles } from './hash-files';
import { listingOfFiles } from './listing';
import { requireChecksums, requireLargeAbsent, requireLocked, requirePulled } from './check-lock';
import { repositoryFiles } from './model-repository';
import { EngineSite, ModelData, ModelDataOptions } from './model-data-options';
import { Packaging } from './packaging';
import { publishArchive, publishFiles } from './published-files';
import { RepositoryFile } from './repository-file';

/** Makes the model's data available to an endpoint: publishes local files, or refers to data in S3. */
export function provideModelData(scope: Construct, model: TritonModel, options: ModelDataOptions): ModelData {
  const location = model.files?._location;
  if (location) return existingData(location.bucket, location.key, location.version);
  const files = localFiles(scope, model, options.engines);
  return options.packaging === Packaging.ARCHIVE
    ? publishArchive(scope, model.name, addArchive(scope, model.name, files), options)
    : publishFiles(scope, model.name, requireLocked(hashFiles(files)), options);
}

/** Makes the model's data available as one archive that is read where CDK uploads it. */
export function provideArchive(scope: Construct, model: TritonModel): ModelData {
  const location = model.files?._location;
  if (location) return existingData(location.bucket, location.key, location.version);
  const { asset, contentHash, hashed } = addArchive(scope, model.name, localFiles(scope, model));
  return {
    s3Uri: asset.s3ObjectUrl,
    uncompressed: false,
    bucketArn: bucketArn(Stack.of(scope), asset.bucketName),
    key: asset.objectKey,
    contentHash,
    listing: listingOfFiles(hashed),
    bytes: hashed.reduce((sum, file) => sum + file.bytes, 0),
  };
}

function localFiles(scope: Construct, model: TritonModel, engines?: EngineSite): RepositoryFile[] {
  const files = repositoryFiles(model, engines?.image);
  requirePulled(scope, files);
  requireLargeAbsent(files);
  requireChecksums(files);
  return files;
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

function bucketArn(stack: Stack, bucketName: string): string {
  return Arn.format(
    { service: 's3', region: '', account: '', resource: bucketName, arnFormat: ArnFormat.NO_RESOURCE_NAME },
    stack,
  );
}
