import { GetObjectCommand } from '@aws-sdk/client-s3';
import { isOwn, put, removeUnchanged } from '../shared/own-objects';
import { listIfThere, s3, unlessDeleted } from '../shared/store';

/** More than any record of this library has. */
const LARGEST_BYTES = 64 * 1024 ** 2;

/** A JSON object of this library in S3, as it was read. */
export interface Stored<T> {
  readonly key: string;
  readonly etag: string;
  readonly value: T;
}

/**
 * Undefined if there is none, or no bucket.
 *
 * @throws when something else is stored there
 */
export async function readStored<T>(
  bucket: string,
  key: string,
  isKnown: (value: unknown) => value is T,
): Promise<Stored<T> | undefined> {
  // S3 denies a missing object to those who may list a prefix alone.
  if (!(await listIfThere(bucket, key)).has(key)) return undefined;
  const request = new GetObjectCommand({ Bucket: bucket, Key: key });
  const object = await unlessDeleted(bucket, key, () => s3.send(request));
  if (!object) return undefined;
  const { Body, ETag = '', ContentLength = 0 } = object;
  const isReadable = isOwn({ bucket, key }, object) && ContentLength <= LARGEST_BYTES;
  const value = isReadable ? parse(await Body?.transformToString()) : undefined;
  if (isKnown(value)) return { key, etag: ETag, value };
  throw new Error(
    `s3://${bucket}/${key} is not from this stack, and nothing is overwritten: delete the object, and deploy again`,
  );
}

/** Writes a JSON object, in the place of the one that was read; false if someone else has written meanwhile. */
export async function saveStored(
  bucket: string,
  key: string,
  value: unknown,
  replaced?: Stored<unknown>,
): Promise<boolean> {
  return (await put({ bucket, key, replaces: replaced?.etag }, JSON.stringify(value))) !== undefined;
}

/**
 * Deletes JSON objects, unless they were written since they were read.
 *
 * @returns whether all were deleted
 */
export async function removeStored(bucket: string, stored: readonly Stored<unknown>[]): Promise<boolean> {
  let changed = 0;
  for (const { key, etag } of stored) changed += (await removeUnchanged(bucket, key, new Map([[key, etag]]))).length;
  return changed === 0;
}

/** Whether a value is an object whose values are texts. */
export function isTexts(value: unknown): value is Record<string, string> {
  return value instanceof Object && Object.values(value).every((each) => typeof each === 'string');
}

function parse(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
