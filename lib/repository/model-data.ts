import * as fs from 'fs';
import * as path from 'path';
import { Arn, ArnFormat, FileAssetPackaging, Stack, Stage } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { TritonModel } from '../model';
import { writeArchive } from './model-archive';
import { repositoryFiles } from './model-repository';
import { contentHashOf } from './repository-file';

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
  /** Changes whenever the data does; for data that is already in S3, its location. */
  readonly contentHash: string;
  /** Size of the unpacked files; undefined for data that is already in S3. */
  readonly bytes?: number;
  /** Key that encrypts the bucket; undefined for the bootstrap bucket, whose policy admits the account's roles. */
  readonly bucketKey?: IKey;
}

/** Makes the model's data available to SageMaker: packs local files into an archive asset, or refers to data in S3. */
export function provideModelData(scope: Construct, model: TritonModel): ModelData {
  const location = model.files?._location;
  return location ? existingData(location.bucket, location.key) : archiveAsset(scope, model);
}

function existingData(bucket: IBucket, key: string): ModelData {
  const uncompressed = !key.endsWith('.tar.gz');
  const wholeKey = uncompressed && !key.endsWith('/') ? `${key}/` : key;
  const s3Uri = bucket.s3UrlForObject(wholeKey);
  return {
    s3Uri,
    uncompressed,
    bucketArn: bucket.bucketArn,
    key: wholeKey,
    contentHash: key,
    bucketKey: bucket.encryptionKey,
  };
}

function archiveAsset(scope: Construct, model: TritonModel): ModelData {
  const stack = Stack.of(scope);
  const files = repositoryFiles(model);
  const contentHash = contentHashOf(files);
  const assembly = Stage.of(scope);
  if (!assembly) throw new Error(`${scope.node.path}: a TritonModel's archive needs an App or Stage above it`);
  const archive = path.join(assembly.assetOutdir, `asset.${contentHash}.tar.gz`);
  if (!fs.existsSync(archive)) {
    fs.mkdirSync(assembly.assetOutdir, { recursive: true });
    writeArchive(files, archive);
  }
  const asset = stack.synthesizer.addFileAsset({
    fileName: path.relative(assembly.outdir, archive),
    packaging: FileAssetPackaging.FILE,
    // The object's key is the hash and the file name's last extension; SageMaker documents the suffix `.tar.gz`.
    sourceHash: `${contentHash}.tar`,
    displayName: `Triton model ${model.name}`,
  });
  return {
    s3Uri: asset.s3ObjectUrl,
    uncompressed: false,
    bucketArn: bucketArn(stack, asset.bucketName),
    key: asset.objectKey,
    contentHash,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
  };
}

function bucketArn(stack: Stack, bucketName: string): string {
  return Arn.format(
    { service: 's3', region: '', account: '', resource: bucketName, arnFormat: ArnFormat.NO_RESOURCE_NAME },
    stack,
  );
}
