import { createHash } from 'crypto';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { awaitPermissions } from './await-permissions';

/** What S3 deletes in one request. */
const DELETE_LIMIT = 1000;

export const s3 = new S3Client({ ...awaitPermissions(), followRegionRedirects: false });

export async function readBytes(bucket: string, key: string, from?: number, bytes?: number): Promise<Uint8Array> {
  const Range = from === undefined || bytes === undefined ? undefined : `bytes=${from}-${from + bytes - 1}`;
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }));
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
}

export async function readJson<T>(bucket: string, key: string): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await readBytes(bucket, key))) as T;
}

/** The prefix that a version's prefix is in, with those of the other versions: `<group>/<version>/`. */
export function groupOf(prefix: string): string {
  return prefix.slice(0, prefix.lastIndexOf('/', prefix.length - 2) + 1);
}

/** Writes an object of a name that nobody else uses. */
export async function write(bucket: string, key: string, body: string): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }));
}

/** An object as a listing shows it. */
export interface ListedObject {
  readonly bytes: number;
  /** Another one when the object is written again. */
  readonly etag: string;
}

/** The objects below a prefix, by their keys. */
export async function list(bucket: string, prefix: string): Promise<Map<string, ListedObject>> {
  const found = new Map<string, ListedObject>();
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Prefix: prefix })) {
    for (const { Key = '', Size = 0, ETag = '' } of Contents) found.set(Key, { bytes: Size, etag: ETag });
  }
  return found;
}

/** The same; nothing when the bucket is gone. */
export async function listIfThere(bucket: string, prefix: string): Promise<Map<string, ListedObject>> {
  return list(bucket, prefix).catch((error: Error) => {
    if (error.name === 'NoSuchBucket') return new Map<string, ListedObject>();
    throw error;
  });
}

/**
 * What is read of an object that was listed; undefined if another function has deleted it since. To those who may list a prefix alone, S3
 * denies a missing object.
 */
export async function unlessDeleted<T>(bucket: string, key: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if ((await listIfThere(bucket, key)).has(key)) throw error;
    return undefined;
  }
}

/** SHA-256 of an object of any size; if an ETag is given, of the object with this ETag. */
export async function sha256Of(bucket: string, key: string, abortSignal: AbortSignal, etag?: string): Promise<string> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key, IfMatch: etag }), { abortSignal });
  const hash = createHash('sha256');
  for await (const chunk of (Body ?? []) as AsyncIterable<Uint8Array>) hash.update(chunk);
  return hash.digest('hex');
}

/** Deletes objects of names that nobody else uses. */
export async function removeAll(bucket: string, keys: string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += DELETE_LIMIT) {
    const Objects = keys.slice(start, start + DELETE_LIMIT).map((Key) => ({ Key }));
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    );
    if (Errors.length > 0) throw new Error(`${Errors[0].Key} cannot be deleted: ${Errors[0].Message}`);
  }
}
