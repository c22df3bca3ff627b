import { createHash } from 'crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { inParallel } from './in-parallel';
import { deleteObjects, listIfBucketExists, s3, readUnlessDeleted } from './store';

// Users and other programs may write to the same buckets as this library. The library replaces or deletes only objects that it has written
// (own objects), and never objects that it has not written (foreign objects). Conditional requests ensure that. Source: Amazon S3 user
// guide, "Conditional requests" (read 2026-11-23).

/** Attempts at a request that conflicts with concurrent requests for the same key. */
const ATTEMPTS = 5;
/** The metadata key that marks the objects of this library. */
const MARK = 'cdk-sagemaker-triton';

/** The location of an object to write. */
export interface Destination {
  readonly bucket: string;
  readonly key: string;
  /** The ETag of the object to replace; absent to create an object. */
  readonly replaces?: string;
}

/**
 * Metadata that marks an object as written by this library. It contains a hash of the location, so that the mark is not valid for copies of
 * the object in other locations.
 */
export function markOf({ bucket, key }: Destination): Record<string, string> {
  return { [MARK]: createHash('sha256').update(`${bucket}/${key}`).digest('hex') };
}

/** Whether this library wrote an object, according to the mark in the metadata. */
export function hasLibraryMark(
  location: Destination,
  { Metadata }: { readonly Metadata?: Record<string, string> },
): boolean {
  return Metadata?.[MARK] === markOf(location)[MARK];
}

/** The ETag of an object that this library wrote; undefined if there is no object, or a foreign object. */
async function etagOfLibraryObject(bucket: string, key: string): Promise<string | undefined> {
  const request = new HeadObjectCommand({ Bucket: bucket, Key: key });
  const object = await readUnlessDeleted(bucket, key, () => s3.send(request));
  return object && hasLibraryMark({ bucket, key }, object) ? object.ETag : undefined;
}

/** The ETags of objects by their keys. Missing objects, and objects that this library has not written, are omitted. */
async function etagsOfLibraryObjects(
  bucket: string,
  keys: string[],
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const etags = new Map<string, string>();
  await inParallel(keys, signal ?? new AbortController().signal, async (key) => {
    const etag = await etagOfLibraryObject(bucket, key);
    if (etag !== undefined) etags.set(key, etag);
  });
  return etags;
}

/** The condition of a request that creates or replaces an object. */
export type WriteCondition = { readonly IfNoneMatch: '*' } | { readonly IfMatch: string };

/**
 * Writes an object, on condition that there is no foreign object at the destination.
 *
 * @param write sends the requests with a condition
 * @returns the ETag of the written object; undefined if there is a foreign object at the destination
 */
export async function writeUnlessForeign(
  { replaces }: Destination,
  write: (condition: WriteCondition) => Promise<{ ETag?: string }>,
): Promise<string | undefined> {
  let condition: WriteCondition = replaces === undefined ? { IfNoneMatch: '*' } : { IfMatch: replaces };
  for (let attempt = 1; ; attempt++) {
    try {
      return (await write(condition)).ETag;
    } catch (error) {
      const { name } = error as Error;
      if (name === 'PreconditionFailed') return undefined;
      if (attempt === ATTEMPTS) throw error;
      if (['NoSuchKey', 'NotFound'].includes(name) && 'IfMatch' in condition) condition = { IfNoneMatch: '*' };
      else if (name === 'ConditionalRequestConflict') await sleep(100 * 2 ** attempt);
      else throw error;
    }
  }
}

/** Writes an object from memory; returns its ETag, or undefined if there is a foreign object at the destination. */
export async function putObject(
  destination: Destination,
  Body: Uint8Array | string,
  abortSignal?: AbortSignal,
): Promise<string | undefined> {
  const object = { Bucket: destination.bucket, Key: destination.key, Body, Metadata: markOf(destination) };
  return writeUnlessForeign(destination, (condition) =>
    s3.send(new PutObjectCommand({ ...object, ...condition }), { abortSignal }),
  );
}

/**
 * Deletes objects under a prefix, except objects whose ETags have changed.
 *
 * @param etags the expected ETags, by the keys of the objects
 * @returns the keys of the objects that were kept because their ETags have changed
 */
export async function removeUnlessChanged(
  bucket: string,
  prefix: string,
  etags: ReadonlyMap<string, string>,
): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    // Missing objects are skipped: without the permission to list the bucket, S3 denies a conditional request for a missing object.
    const listing = await listIfBucketExists(bucket, prefix);
    const existing = [...etags].filter(([key]) => listing.has(key));
    const [unchanged, changed] = [true, false].map((same) =>
      existing.filter(([key, etag]) => (listing.get(key)?.etag === etag) === same),
    );
    const problem = await deleteObjects(
      bucket,
      unchanged.map(([Key, ETag]) => ({ Key, ETag })),
    );
    if (problem === undefined) return changed.map(([key]) => key);
    if (attempt === ATTEMPTS) throw new Error(problem);
    await sleep(100 * 2 ** attempt);
  }
}

/**
 * Deletes the objects under a prefix that this library wrote, and that nobody has changed since.
 *
 * @returns the number of deleted objects, and the keys of foreign objects under the prefix
 */
export async function removeLibraryObjects(
  bucket: string,
  prefix: string,
  isSelected: (key: string) => boolean = () => true,
): Promise<{ removed: number; foreign: string[] }> {
  const keys = [...(await listIfBucketExists(bucket, prefix)).keys()].filter(isSelected);
  const etags = await etagsOfLibraryObjects(bucket, keys);
  const changed = await removeUnlessChanged(bucket, prefix, etags);
  return { removed: etags.size - changed.length, foreign: [...keys.filter((key) => !etags.has(key)), ...changed] };
}

/**
 * Creates an object, or replaces an object that this library wrote.
 *
 * @throws if there is a foreign object
 */
export async function replaceObject(bucket: string, key: string, body: string): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    // Without the permission to list the bucket, S3 denies access to a missing object.
    const existing = [...(await listIfBucketExists(bucket, key)).keys()].filter((each) => each === key);
    const replaces = (await etagsOfLibraryObjects(bucket, existing)).get(key);
    if ((await putObject({ bucket, key, replaces }, body)) !== undefined) return;
  }
  throw new Error(
    `s3://${bucket}/${key} is not from this stack, and nothing is overwritten: delete the object, and deploy again`,
  );
}
