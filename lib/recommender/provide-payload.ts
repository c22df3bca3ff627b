import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { error, Finding } from '../findings/finding';
import { TritonModel } from '../model';
import { ModelArchive } from '../artifacts';
import { FileAssets } from '../artifacts/file-assets';
import { SamplePayload } from './sample-payload';

/** The location and content of the payload archive in S3. */
export interface ProvidedPayload {
  readonly s3Uri: string;
  readonly objectArn: string;
  readonly contentType: string;
  readonly contentHash: string;
  readonly bucketKey?: IKey;
}

/** Reports why a payload cannot be used. */
export function checkPayload(payload: SamplePayload, model?: TritonModel): Finding[] {
  const location = payload._location;
  if (location) {
    return location.key.endsWith('.tar.gz')
      ? []
      : [error('sm.ir-payload', 'samplePayload', `got '${location.key}'; allowed: a key that ends with .tar.gz`)];
  }
  const problem = payload._files(model)?.problem;
  return problem === undefined ? [] : [error('sm.ir-payload', 'samplePayload', problem)];
}

/** Packs the payload as an asset, or uses the archive in S3. */
export function providePayload(scope: Construct, payload: SamplePayload, model?: TritonModel): ProvidedPayload {
  const location = payload._location;
  if (location) {
    const { bucket, key, contentType } = location;
    return {
      s3Uri: bucket.s3UrlForObject(key),
      objectArn: bucket.arnForObjects(key),
      contentType,
      contentHash: bucket.s3UrlForObject(key),
      bucketKey: bucket.encryptionKey,
    };
  }
  const { bodies = [], contentType = '' } = payload._files(model) ?? {};
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'payload-'));
  try {
    for (const { name, body } of bodies) fs.writeFileSync(path.join(folder, name), body);
    return addArchive(scope, folder, contentType);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

function addArchive(scope: Construct, folder: string, contentType: string): ProvidedPayload {
  const assets = new FileAssets(scope, 'Sample payload');
  const temporaryFile = assets.pathFor(path.basename(folder), '.tar.gz');
  const { contentHash } = ModelArchive.pack(folder, temporaryFile);
  const archive = assets.pathFor(contentHash, '.tar.gz');
  fs.renameSync(temporaryFile, archive);
  const asset = assets.add(archive, `${contentHash}.tar`);
  const objectArn = Stack.of(scope).formatArn({
    service: 's3',
    region: '',
    account: '',
    resource: asset.bucketName,
    resourceName: asset.objectKey,
  });
  return { s3Uri: asset.s3ObjectUrl, objectArn, contentType, contentHash };
}
