import { createHash } from 'crypto';
import { HeadObjectCommand, HeadObjectCommandOutput } from '@aws-sdk/client-s3';
import { DeclaredObjects, PublicationTarget, sizesOf, writeDeclaredObjects } from './declared-objects';
import { inParallel } from './in-parallel';
import { sha256OfArchive } from './pack-archive';
import { listObjects, readUnlessDeleted, s3, sha256Of } from './store';

/** The objects under a prefix after the missing objects were added. */
export interface AddedObjects {
  /** The number of written objects. */
  readonly added: number;
  /** The ETags of the declared objects by their keys. */
  readonly etags: ReadonlyMap<string, string>;
}

/** Whether an object is known to have the declared content. */
type IsKnown = (key: string, object: HeadObjectCommandOutput) => boolean;

/**
 * Adds the objects of a manifest to a prefix. Existing objects are not overwritten.
 *
 * @param isKnown the content of other existing objects is read, unless S3 returns its checksum
 * @throws if an existing object does not have the declared content
 */
export async function addObjects(
  target: PublicationTarget,
  declared: DeclaredObjects,
  signal: AbortSignal,
  isKnown: IsKnown,
): Promise<AddedObjects> {
  const { Bucket, Prefix } = target;
  const listing = await listObjects(Bucket, Prefix);
  const etags = await writeDeclaredObjects(target, declared, signal, (path) => !listing.has(Prefix + path));
  const added = etags.size;
  const existing = [...sizesOf(declared)].filter(([path]) => !etags.has(Prefix + path));
  await inParallel(existing, signal, async ([path, bytes], abort) => {
    const key = Prefix + path;
    const request = new HeadObjectCommand({ Bucket, Key: key, ChecksumMode: 'ENABLED' });
    const object = await readUnlessDeleted(Bucket, key, () => s3.send(request));
    if (!object) throw new Error(`${path} does not exist`);
    if ((bytes ?? object.ContentLength) !== object.ContentLength)
      throw foreignObjectError(`${path} has ${object.ContentLength} bytes, ${bytes} at synth`);
    if (!(await hasDeclaredContent(target, declared, path, object, isKnown, abort)))
      throw foreignObjectError(`the content of ${path} differs from the content at synth`);
    etags.set(key, object.ETag ?? '');
  });
  return { added, etags };
}

function foreignObjectError(problem: string): Error {
  return new Error(
    `${problem}; the object is not from this stack, and nothing is overwritten: delete the object, and deploy again`,
  );
}

async function hasDeclaredContent(
  target: PublicationTarget,
  declared: DeclaredObjects,
  path: string,
  object: HeadObjectCommandOutput,
  isKnown: IsKnown,
  signal: AbortSignal,
): Promise<boolean> {
  const { SourceBucket, Bucket, Prefix } = target;
  const { manifest, bundled, packed } = declared;
  const copy = manifest.copies.find((each) => each.path === path);
  const declaredHash = (copy ?? bundled.find((each) => each.path === path))?.sha256;
  const { ChecksumSHA256, ChecksumType, ETag } = object;
  if (declaredHash !== undefined && ChecksumSHA256 !== undefined && ChecksumType === 'FULL_OBJECT')
    return Buffer.from(ChecksumSHA256, 'base64').toString('hex') === declaredHash;
  if (isKnown(Prefix + path, object)) return true;
  const archive = packed.find((each) => each.path === path);
  const text = manifest.texts.find((each) => each.path === path);
  const expectedHash = archive
    ? await sha256OfArchive(archive, SourceBucket, signal)
    : text
      ? createHash('sha256').update(text.content).digest('hex')
      : (declaredHash ?? (await sha256Of(copy?.bucket ?? SourceBucket, copy?.key ?? '', signal)));
  const actualHash = await sha256Of(Bucket, Prefix + path, signal, ETag).catch((error: Error) => {
    if (error.name !== 'PreconditionFailed') throw error;
    return undefined; // changed after the first request
  });
  return actualHash === expectedHash;
}
