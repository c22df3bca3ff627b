import { createHash } from 'crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteObjectsCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { inParallel } from './in-parallel';
import { listIfThere, s3, unlessDeleted } from './store';

// Others write to the same buckets. An object is written only where there is none, or in the place of the one that this library wrote, and
// deleted only while it is the one that this library wrote. S3 decides each time, in the request itself.
// Source: Amazon S3 user guide, "Conditional requests" (read 2026-11-23).

/** What S3 deletes in one request. */
const DELETE_LIMIT = 1000;
/** How often a request is sent that S3 rejects since another one for the same key ended meanwhile. */
const ATTEMPTS = 5;
/** Metadata of what this library writes. */
const MARK = 'cdk-sagemaker-triton';

/** Where an object is written. */
export interface Destination {
  readonly bucket: string;
  readonly key: string;
  /** ETag of the object in whose place it comes; absent if there is to be none. */
  readonly replaces?: string;
}

/**
 * Metadata that says who wrote an object, so that one is recognized which a function wrote that ended before it could record the ETag. It
 * names the object, so that copies of it elsewhere do not count.
 */
export function markOf({ bucket, key }: Destination): Record<string, string> {
  return { [MARK]: createHash('sha256').update(`${bucket}/${key}`).digest('hex') };
}

/** Whether an object carries the mark of this library. */
export function isOwn(place: Destination, { Metadata }: { readonly Metadata?: Record<string, string> }): boolean {
  return Metadata?.[MARK] === markOf(place)[MARK];
}

/** The ETag of an object that this library wrote; undefined if there is none, or the one of someone else. */
export async function etagOfOwn(bucket: string, key: string): Promise<string | undefined> {
  const request = new HeadObjectCommand({ Bucket: bucket, Key: key });
  const object = await unlessDeleted(bucket, key, () => s3.send(request));
  return object && isOwn({ bucket, key }, object) ? object.ETag : undefined;
}

/** The ETags of those objects that this library wrote, by their keys. */
export async function etagsOfOwn(bucket: string, keys: string[], signal?: AbortSignal): Promise<Map<string, string>> {
  const etags = new Map<string, string>();
  await inParallel(keys, signal ?? new AbortController().signal, async (key) => {
    const etag = await etagOfOwn(bucket, key);
    if (etag !== undefined) etags.set(key, etag);
  });
  return etags;
}

/** The condition of a request that creates an object. */
export type Condition = { readonly IfNoneMatch: '*' } | { readonly IfMatch: string };

/**
 * Sends the requests that write an object.
 *
 * @returns the ETag of what was written; undefined if someone else has written there
 */
export async function unlessTaken(
  { replaces }: Destination,
  write: (condition: Condition) => Promise<{ ETag?: string }>,
): Promise<string | undefined> {
  let condition: Condition = replaces === undefined ? { IfNoneMatch: '*' } : { IfMatch: replaces };
  for (let attempt = 1; ; attempt++) {
    try {
      return (await write(condition)).ETag;
    } catch (error) {
      const { name } = error as Error;
      if (name === 'PreconditionFailed') return undefined;
      if (attempt === ATTEMPTS) throw error;
      if (isMissing(error as Error) && 'IfMatch' in condition) condition = { IfNoneMatch: '*' };
      else if (name === 'ConditionalRequestConflict') await sleep(100 * 2 ** attempt);
      else throw error;
    }
  }
}

/** Writes an object from memory; returns its ETag, or undefined if someone else has written there. */
export async function put(
  destination: Destination,
  Body: Uint8Array | string,
  abortSignal?: AbortSignal,
): Promise<string | undefined> {
  const object = { Bucket: destination.bucket, Key: destination.key, Body, Metadata: markOf(destination) };
  return unlessTaken(destination, (condition) =>
    s3.send(new PutObjectCommand({ ...object, ...condition }), { abortSignal }),
  );
}

/**
 * Deletes objects below a prefix that still have the given ETags, by their keys.
 *
 * @returns the keys of those that have other ETags: someone else has written them, and they stay
 */
export async function removeUnchanged(
  bucket: string,
  prefix: string,
  etags: ReadonlyMap<string, string>,
): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    // Only what is there: S3 denies a condition on a missing object to those who may list a prefix alone.
    const there = await listIfThere(bucket, prefix);
    const left = [...etags].filter(([key]) => there.has(key));
    const [unchanged, changed] = [true, false].map((same) =>
      left.filter(([key, etag]) => (there.get(key)?.etag === etag) === same),
    );
    const problem = await removeThese(bucket, unchanged);
    if (problem === undefined) return changed.map(([key]) => key);
    if (attempt === ATTEMPTS) throw new Error(problem);
    await sleep(100 * 2 ** attempt);
  }
}

/** Undefined when all were deleted, else what S3 says of one of them. It may have been changed or deleted since it was listed. */
async function removeThese(bucket: string, etags: [string, string][]): Promise<string | undefined> {
  let problem: string | undefined;
  for (let start = 0; start < etags.length; start += DELETE_LIMIT) {
    const Objects = etags.slice(start, start + DELETE_LIMIT).map(([Key, ETag]) => ({ Key, ETag }));
    const request = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } });
    const { Errors: [error] = [] } = await s3.send(request);
    if (error) problem ??= `${error.Key} cannot be deleted: ${error.Message}`;
  }
  return problem;
}

function isMissing({ name }: Error): boolean {
  return name === 'NoSuchKey' || name === 'NotFound';
}
