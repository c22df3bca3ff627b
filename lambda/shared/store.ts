import { createHash } from 'crypto';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  type ObjectIdentifier,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { permissionRetryOptions } from './await-permissions';

/** The most objects that S3 deletes in one request. */
const DELETE_LIMIT = 1000;

export const s3 = new S3Client({ ...permissionRetryOptions(), followRegionRedirects: false });

export async function readBytes(bucket: string, key: string, from?: number, bytes?: number): Promise<Uint8Array> {
  const Range = from === undefined || bytes === undefined ? undefined : `bytes=${from}-${from + bytes - 1}`;
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }));
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
}

export async function readJson<T>(bucket: string, key: string): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await readBytes(bucket, key))) as T;
}

/** The common prefix of all versions of a group: `<group>/` for the prefix `<group>/<version>/`. */
export function groupPrefix(prefix: string): string {
  return prefix.slice(0, prefix.lastIndexOf('/', prefix.length - 2) + 1);
}

/** Writes an object without a condition. Use this only for keys that only this library uses. */
export async function writeObject(bucket: string, key: string, body: string): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }));
}

/** An object in a listing. */
interface ListedObject {
  readonly bytes: number;
  /** Changes when the object is overwritten. */
  readonly etag: string;
  /** When the object was written, in milliseconds since the epoch. */
  readonly modified: number;
}

/** Objects by their keys. */
export type Listing = ReadonlyMap<string, ListedObject>;

/** Lists the objects under a prefix. */
export async function listObjects(bucket: string, prefix: string): Promise<Listing> {
  const objects = new Map<string, ListedObject>();
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Prefix: prefix })) {
    for (const { Key = '', Size = 0, ETag = '', LastModified } of Contents)
      objects.set(Key, { bytes: Size, etag: ETag, modified: LastModified?.getTime() ?? 0 });
  }
  return objects;
}

/** Lists the objects under a prefix; returns an empty list if the bucket does not exist. */
export async function listIfBucketExists(bucket: string, prefix: string): Promise<Listing> {
  return listObjects(bucket, prefix).catch((error: Error) => {
    if (error.name === 'NoSuchBucket') return new Map<string, ListedObject>();
    throw error;
  });
}

/**
 * Reads a listed object; returns undefined if the object was deleted after the listing. After an error, the object is listed again, since
 * the error may not show that the object is missing: without the permission to list the bucket, S3 denies access to a missing object.
 */
export async function readUnlessDeleted<T>(
  bucket: string,
  key: string,
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if ((await listIfBucketExists(bucket, key)).has(key)) throw error;
    return undefined;
  }
}

/**
 * The content of an object of any size.
 *
 * @param etag if set, the request fails with PreconditionFailed if the object has a different ETag
 */
async function readChunks(
  bucket: string,
  key: string,
  abortSignal: AbortSignal,
  etag?: string,
): Promise<AsyncIterable<Uint8Array>> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key, IfMatch: etag }), { abortSignal });
  return (Body ?? []) as AsyncIterable<Uint8Array>;
}

/**
 * The SHA-256 of an object of any size.
 *
 * @throws PreconditionFailed if `etag` is set and the object has a different ETag
 */
export async function sha256Of(bucket: string, key: string, abortSignal: AbortSignal, etag?: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await readChunks(bucket, key, abortSignal, etag)) hash.update(chunk);
  return hash.digest('hex');
}

/** Deletes objects without a condition. Use this only for keys that only this library uses. */
export async function removeObjects(bucket: string, keys: string[]): Promise<void> {
  const problem = await deleteObjects(
    bucket,
    keys.map((Key) => ({ Key })),
  );
  if (problem !== undefined) throw new Error(problem);
}

/**
 * Deletes objects. If the caller passes an ETag for an object, the object is deleted only if it still has this ETag. Returns a sentence
 * about the first object that could not be deleted.
 */
export async function deleteObjects(bucket: string, objects: ObjectIdentifier[]): Promise<string | undefined> {
  let problem: string | undefined;
  for (let start = 0; start < objects.length; start += DELETE_LIMIT) {
    const Delete = { Objects: objects.slice(start, start + DELETE_LIMIT), Quiet: true };
    const { Errors: [error] = [] } = await s3.send(new DeleteObjectsCommand({ Bucket: bucket, Delete }));
    if (error) problem ??= `${error.Key} cannot be deleted: ${error.Message}`;
  }
  return problem;
}
