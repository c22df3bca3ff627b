import { GetObjectCommand } from '@aws-sdk/client-s3';
import { hasLibraryMark, putObject, removeUnlessChanged } from '../shared/own-objects';
import { listIfBucketExists, s3, readUnlessDeleted } from '../shared/store';

/** The most bytes that are read. Records of this library are smaller. */
const MAX_BYTES = 64 * 1024 ** 2;

/** A JSON object in S3 that this library wrote: its location, version and parsed content. */
export interface StoredJson<T> {
  readonly key: string;
  readonly etag: string;
  readonly value: T;
}

/**
 * Reads a JSON object; undefined if the object or the bucket does not exist.
 *
 * @throws if the object is not from this library
 */
export async function readStored<T>(
  bucket: string,
  key: string,
  isValid: (value: unknown) => value is T,
): Promise<StoredJson<T> | undefined> {
  // Without the permission to list the bucket, S3 denies access to a missing object.
  if (!(await listIfBucketExists(bucket, key)).has(key)) return undefined;
  const request = new GetObjectCommand({ Bucket: bucket, Key: key });
  const object = await readUnlessDeleted(bucket, key, () => s3.send(request));
  if (!object) return undefined;
  const { Body, ETag = '', ContentLength = 0 } = object;
  const isReadable = hasLibraryMark({ bucket, key }, object) && ContentLength <= MAX_BYTES;
  const value = isReadable ? parse(await Body?.transformToString()) : undefined;
  if (isValid(value)) return { key, etag: ETag, value };
  throw new Error(
    `s3://${bucket}/${key} is not from this stack, and nothing is overwritten: delete the object, and deploy again`,
  );
}

/** Creates a JSON object, or replaces an object that was read before; returns false if the object was changed after it was read. */
export async function saveStored(
  bucket: string,
  key: string,
  value: unknown,
  replaced?: StoredJson<unknown>,
): Promise<boolean> {
  return (await putObject({ bucket, key, replaces: replaced?.etag }, JSON.stringify(value))) !== undefined;
}

/**
 * Deletes JSON objects, unless they have changed since they were read.
 *
 * @returns whether all objects were deleted
 */
export async function removeStored(bucket: string, stored: readonly StoredJson<unknown>[]): Promise<boolean> {
  let changedCount = 0;
  for (const { key, etag } of stored)
    changedCount += (await removeUnlessChanged(bucket, key, new Map([[key, etag]]))).length;
  return changedCount === 0;
}

/** Whether a value is an object whose values are strings. */
export function isStringMap(value: unknown): value is Record<string, string> {
  return value instanceof Object && Object.values(value).every((each) => typeof each === 'string');
}

function parse(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
