import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { ArnFormat, FileAssetPackaging, Stack, Stage } from 'aws-cdk-lib';
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
  const assembly = Stage.of(scope);
  if (assembly === undefined) return undefined;
  const content = JSON.stringify(value);
  const hash = createHash('sha256').update(content).digest('hex');
  const file = path.join(assembly.assetOutdir, `asset.${hash}.json`);
  fs.writeFileSync(file, content);
  const stack = Stack.of(scope);
  const { bucketName, objectKey } = stack.synthesizer.addFileAsset({
    fileName: path.relative(assembly.outdir, file),
    packaging: FileAssetPackaging.FILE,
    sourceHash: hash,
    displayName,
  });
  const resource = stack.formatArn({
    service: 's3',
    region: '',
    account: '',
    resource: bucketName,
    resourceName: objectKey,
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
  });
  return { bucketName, objectKey, read: new PolicyStatement({ actions: ['s3:GetObject'], resources: [resource] }) };
}
