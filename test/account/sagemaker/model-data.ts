import { AwsError } from '../call';
import type { World } from '../world';
import { containersOf } from './inputs';
import type { Model } from './state';

export interface ModelData {
  readonly uri: string;
  readonly kind: 'object' | 'prefix';
}

/** What is read when an instance starts. Models of a multi-model container are read when they are invoked. */
export function modelDataOf({ input }: Model): ModelData[] {
  return containersOf(input).flatMap((container) => {
    const { Mode, ModelDataUrl, ModelDataSource, AdditionalModelDataSources = [] } = container;
    const sources = [ModelDataSource, ...AdditionalModelDataSources].flatMap((source) => source?.S3DataSource ?? []);
    return [
      ...(ModelDataUrl && Mode !== 'MultiModel' ? [{ uri: ModelDataUrl, kind: 'object' as const }] : []),
      ...sources.map(({ S3Uri, S3DataType }) => ({
        uri: S3Uri,
        kind: S3DataType === 'S3Prefix' ? ('prefix' as const) : ('object' as const),
      })),
    ];
  });
}

/** Reads model data with the model's execution role, and returns the keys. */
export async function readModelData(world: World, role: string, data: ModelData): Promise<string[]> {
  return [...(await readObjects(world, role, data)).keys()];
}

/** Reads objects with a role; their contents by their keys. */
export async function readObjects(world: World, role: string, { uri, kind }: ModelData): Promise<Map<string, Buffer>> {
  const principal = { role, service: 'sagemaker.amazonaws.com' };
  const { bucket, key } = locationOf(uri);
  const keys = kind === 'object' ? [key] : [];
  if (kind === 'prefix') {
    let token: unknown;
    do {
      const page = await world.call({
        principal,
        service: 's3',
        operation: 'ListObjectsV2',
        input: { Bucket: bucket, Prefix: key, ...(token ? { ContinuationToken: token } : {}) },
      });
      keys.push(...((page.Contents ?? []) as { Key: string }[]).map(({ Key }) => Key));
      token = page.NextContinuationToken;
    } while (token);
    if (keys.length === 0) throw new AwsError('NoSuchKey', `There is no object under ${uri}.`, 404);
  }
  const objects = new Map<string, Buffer>();
  for (const Key of keys) {
    const input = { Bucket: bucket, Key };
    const { Body } = await world.call({ principal, service: 's3', operation: 'GetObject', input });
    objects.set(Key, Body as Buffer);
  }
  return objects;
}

export function locationOf(uri: string): { bucket: string; key: string } {
  // ModelDataUrl may be an address of S3's API, too.
  const [, bucket, key] = /^(?:s3:\/|https:\/\/s3[.-][a-z0-9-]+\.amazonaws\.com)\/([^/]+)\/?(.*)$/.exec(uri) ?? [];
  if (!bucket) throw new Error(`The simulated SageMaker reads only from S3, not ${uri}.`);
  return { bucket, key };
}
