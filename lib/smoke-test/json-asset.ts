import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { ArnFormat, FileAssetLocation, FileAssetPackaging, Lazy, Stack, Stage } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

/** JSON in S3 that a handler reads: it may be larger than a custom resource's properties or a schedule's input. */
export interface JsonAsset {
  readonly bucketName: string;
  readonly objectKey: string;
  /** Allows reading this object. */
  readonly read: PolicyStatement;
}

/** Uploads a value with the stack; undefined outside of an app. */
export function addJsonAsset(scope: Construct, value: object, displayName: string): JsonAsset | undefined {
  const location = upload(scope, value, displayName);
  return location && readable(scope, location);
}

/** Uploads a value that is only known when the stack is synthesized. */
export function addLateJsonAsset(scope: Construct, produce: () => object, displayName: string): JsonAsset {
  let location: FileAssetLocation | undefined;
  const late = (): FileAssetLocation | undefined => (location ??= upload(scope, produce(), displayName));
  return readable(scope, {
    bucketName: Lazy.string({ produce: () => late()?.bucketName }),
    objectKey: Lazy.string({ produce: () => late()?.objectKey }),
  });
}

function upload(scope: Construct, value: object, displayName: string): FileAssetLocation | undefined {
  const assembly = Stage.of(scope);
  if (assembly === undefined) return undefined;
  const content = JSON.stringify(value);
  const hash = createHash('sha256').update(content).digest('hex');
  const file = path.join(assembly.assetOutdir, `asset.${hash}.json`);
  fs.writeFileSync(file, content);
  return Stack.of(scope).synthesizer.addFileAsset({
    fileName: path.relative(assembly.outdir, file),
    packaging: FileAssetPackaging.FILE,
    sourceHash: hash,
    displayName,
  });
}

function readable(scope: Construct, { bucketName, objectKey }: Omit<JsonAsset, 'read'>): JsonAsset {
  const resource = Stack.of(scope).formatArn({
    service: 's3',
    region: '',
    account: '',
    resource: bucketName,
    resourceName: objectKey,
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
  });
  return { bucketName, objectKey, read: new PolicyStatement({ actions: ['s3:GetObject'], resources: [resource] }) };
}
