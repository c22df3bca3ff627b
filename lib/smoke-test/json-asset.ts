import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { ArnFormat, FileAssetPackaging, Lazy, Stack, Stage } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct, IConstruct } from 'constructs';
import { acknowledgeWildcards } from '../cdk/acknowledge';
import { assetDecryption } from '../cdk/asset-key';
import { WILDCARD_REASONS } from '../cdk/nag-reasons';
import { computeAtSynthesis, KNOWN_AT_SYNTHESIS, trackSynthesis } from '../cdk/at-synthesis';

/**
 * A JSON file in S3 that a Lambda handler reads. The file can exceed the size limits of the properties of a custom resource and
 * of the input of a schedule.
 */
export interface JsonAsset {
  readonly bucketName: string;
  readonly objectKey: string;
  /** Permission to read all these objects of the stack, regardless of their content, so changed content does not change the policy. */
  readonly readStatements: PolicyStatement[];
}

interface Location extends Omit<JsonAsset, 'readStatements'> {
  /** Key of the object, with `*` instead of the hash of its content. */
  readonly keyPattern: string;
}

/** Adds the JSON of a value to the assets of the stack. Returns undefined if the scope is not in an app. */
export function addJsonAsset(scope: Construct, value: object, displayName: string): JsonAsset | undefined {
  const location = writeAsset(scope, value, displayName);
  return location && jsonAssetAt(scope, location);
}

/**
 * Adds the JSON of a value that is known only at synthesis to the assets of the stack.
 *
 * @param reader construct with the role that reads the asset
 */
export function addJsonAssetAtSynthesis(
  scope: Construct,
  produce: () => object,
  displayName: string,
  reader: IConstruct,
): JsonAsset {
  const placeholders = {
    bucketName: KNOWN_AT_SYNTHESIS,
    objectKey: KNOWN_AT_SYNTHESIS,
    keyPattern: KNOWN_AT_SYNTHESIS,
  };
  const location = computeAtSynthesis<Location | undefined>(
    trackSynthesis(scope),
    () => acknowledgeReadWildcard(reader, writeAsset(scope, produce(), displayName)),
    () => placeholders,
  );
  return jsonAssetAt(scope, {
    bucketName: Lazy.uncachedString({ produce: () => location()?.bucketName }),
    objectKey: Lazy.uncachedString({ produce: () => location()?.objectKey }),
    keyPattern: Lazy.uncachedString({ produce: () => location()?.keyPattern }),
  });
}

function writeAsset(scope: Construct, value: object, displayName: string): Location | undefined {
  const assembly = Stage.of(scope);
  if (assembly === undefined) return undefined;
  const content = JSON.stringify(value, nonFiniteToText);
  const hash = createHash('sha256').update(content).digest('hex');
  // The key starts with the address of the stack. A policy can therefore allow all versions of all test assets of the stack, and no others.
  const sourceHash = `${Stack.of(scope).node.addr}-${hash}`;
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

/**
 * Acknowledges the wildcard in the policy at synthesis: cdk-nag identifies the wildcard by the name of the bucket, which is not known
 * earlier.
 */
function acknowledgeReadWildcard(scope: IConstruct, location: Location | undefined): Location | undefined {
  if (location) acknowledgeWildcards(scope, jsonAssetAt(scope, location).readStatements, WILDCARD_REASONS.tests);
  return location;
}

/** Converts NaN and infinities to strings: examples can contain these numbers, but JSON does not support them. */
function nonFiniteToText(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

function jsonAssetAt(scope: IConstruct, { bucketName, objectKey, keyPattern }: Location): JsonAsset {
  const resource = Stack.of(scope).formatArn({
    service: 's3',
    region: '',
    account: '',
    resource: bucketName,
    resourceName: keyPattern,
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
  });
  return {
    bucketName,
    objectKey,
    readStatements: [
      new PolicyStatement({ actions: ['s3:GetObject'], resources: [resource] }),
      assetDecryption(Stack.of(scope), bucketName),
    ],
  };
}
