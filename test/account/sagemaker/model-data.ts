import { AwsError, sageMakerWithRole } from '../call';
import type { Account } from '../account';
import { containersOf } from './inputs';
import type { Model } from './state';

/** An S3 object or an S3 prefix with model data. */
export interface ModelData {
  readonly uri: string;
  readonly kind: 'object' | 'prefix';
}

/**
 * The model data that an instance reads when it starts. Excludes models of a multi-model container, which are read at their first request.
 */
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

/** Reads model data with a role. Returns the keys of the S3 objects. */
export async function readModelData(account: Account, role: string, data: ModelData): Promise<string[]> {
  return [...(await readObjects(account, role, data)).keys()];
}

/** Reads S3 objects with a role. Returns their contents by key. */
export async function readObjects(
  account: Account,
  role: string,
  { uri, kind }: ModelData,
): Promise<Map<string, Buffer>> {
  const principal = sageMakerWithRole(role);
  const { bucket, key } = locationOf(uri);
  const keys = kind === 'object' ? [key] : [];
  if (kind === 'prefix') {
    let continuationToken: unknown;
    do {
      const page = await account.call({
        principal,
        service: 's3',
        operation: 'ListObjectsV2',
        input: { Bucket: bucket, Prefix: key, ...(continuationToken ? { ContinuationToken: continuationToken } : {}) },
      });
      keys.push(...((page.Contents ?? []) as { Key: string }[]).map(({ Key }) => Key));
      continuationToken = page.NextContinuationToken;
    } while (continuationToken);
    if (keys.length === 0) throw new AwsError('NoSuchKey', `There is no object under ${uri}.`, 404);
  }
  const objects = new Map<string, Buffer>();
  for (const Key of keys) {
    const input = { Bucket: bucket, Key };
    const { Body } = await account.call({ principal, service: 's3', operation: 'GetObject', input });
    objects.set(Key, Body as Buffer);
  }
  return objects;
}

export function locationOf(uri: string): { bucket: string; key: string } {
  // ModelDataUrl can also be an HTTPS URL of S3.
  const [, bucket, key] = /^(?:s3:\/|https:\/\/s3[.-][a-z0-9-]+\.amazonaws\.com)\/([^/]+)\/?(.*)$/.exec(uri) ?? [];
  if (!bucket) throw new Error(`The simulated SageMaker reads only from S3, not ${uri}.`);
  return { bucket, key };
}
