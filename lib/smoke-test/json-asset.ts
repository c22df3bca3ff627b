import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { ArnFormat, FileAssetPackaging, Lazy, Stack, Stage } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledgeWildcards } from '../platform/acknowledge';
import { WILDCARDS } from '../platform/nag-reasons';
import { atSynthesis, NOT_YET, synthesisOf } from '../platform/at-synthesis';

/** JSON in S3 that a handler reads: it may be larger than a custom resource's properties or a schedule's input. */
export interface JsonAsset {
  readonly bucketName: string;
  readonly objectKey: string;
  /** Allows reading this object, whatever its content: another value of the same construct changes no policy. */
  readonly read: PolicyStatement;
}

interface Location extends Omit<JsonAsset, 'read'> {
  /** Key of the object with `*` in the place of what depends on its content. */
  readonly keyPattern: string;
}

/** Uploads a value with the stack; undefined outside of an app. */
export function addJsonAsset(scope: Construct, value: object, displayName: string): JsonAsset | undefined {
  const location = upload(scope, value, displayName);
  return location && readable(scope, location);
}

/** Uploads a value that is only known when the stack is synthesized. */
export function addLateJsonAsset(scope: Construct, produce: () => object, displayName: string): JsonAsset {
  const unknown = { bucketName: NOT_YET, objectKey: NOT_YET, keyPattern: NOT_YET };
  const late = atSynthesis<Location | undefined>(
    synthesisOf(scope),
    () => acknowledged(scope, upload(scope, produce(), displayName)),
    () => unknown,
  );
  return readable(scope, {
    bucketName: Lazy.uncachedString({ produce: () => late()?.bucketName }),
    objectKey: Lazy.uncachedString({ produce: () => late()?.objectKey }),
    keyPattern: Lazy.uncachedString({ produce: () => late()?.keyPattern }),
  });
}

function upload(scope: Construct, value: object, displayName: string): Location | undefined {
  const assembly = Stage.of(scope);
  if (assembly === undefined) return undefined;
  const content = JSON.stringify(value, notFiniteAsText);
  const hash = createHash('sha256').update(content).digest('hex');
  // The beginning is that of one construct: its function may read what this construct uploads now and later, and nothing else.
  const sourceHash = `${scope.node.addr}-${hash}`;
  const file = path.join(assembly.assetOutdir, `asset.${sourceHash}.json`);
  fs.writeFileSync(file, content);
  const { bucketName, objectKey } = Stack.of(scope).synthesizer.addFileAsset({
    fileName: path.relative(assembly.outdir, file),
    packaging: FileAssetPackaging.FILE,
    sourceHash,
    displayName,
  });
  return { bucketName, objectKey, keyPattern: objectKey.replace(hash, '*') };
}

/** Only now the name of the bucket is known, by which cdk-nag knows the wildcard. */
function acknowledged(scope: Construct, location: Location | undefined): Location | undefined {
  if (location) acknowledgeWildcards(scope, [readable(scope, location).read], WILDCARDS.tests);
  return location;
}

/** JSON has no words for NaN and infinities, which the values of an example may be. */
function notFiniteAsText(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

function readable(scope: Construct, { bucketName, objectKey, keyPattern }: Location): JsonAsset {
  const resource = Stack.of(scope).formatArn({
    service: 's3',
    region: '',
    account: '',
    resource: bucketName,
    resourceName: keyPattern,
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
  });
  return { bucketName, objectKey, read: new PolicyStatement({ actions: ['s3:GetObject'], resources: [resource] }) };
}
