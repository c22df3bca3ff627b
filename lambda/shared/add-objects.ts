import { createHash } from 'crypto';
import {
  DeclaredObjects,
  writeDeclaredObjects,
  PublicationTarget,
  describeObjectProblem,
  sizesOf,
} from './declared-objects';
import { inParallel } from './in-parallel';
import { etagsOfLibraryObjects } from './own-objects';
import { sha256OfArchive } from './pack-archive';
import { listObjects, Listing, sha256Of } from './store';

/** Objects under a prefix, from the record of a publication. */
export interface RecordedObjects {
  /** ETags of objects with the declared content, by their paths. */
  readonly objects: Readonly<Record<string, string>>;
  /** Paths of the objects that the stack wrote, or was about to write. Until a written object is recorded, it has no ETag in `objects`. */
  readonly written: readonly string[];
}

/** The objects under a prefix after the missing objects were added. */
export interface AddedObjects extends RecordedObjects {
  /** The number of written objects. */
  readonly added: number;
}

/**
 * Adds the objects of a manifest to a prefix to which users may also write. If an existing object is in no record, its content is compared
 * with the declared content, and the object is never overwritten. Exception: an unrecorded object with the mark of this library is from an
 * interrupted invocation, and is written again.
 *
 * @param recordedObjects the objects of all records
 * @param beforeWriting is called before the first object is written, with the paths to write
 * @throws if an existing object does not have the declared content
 */
export async function addObjects(
  target: PublicationTarget,
  declared: DeclaredObjects,
  recordedObjects: readonly RecordedObjects[],
  signal: AbortSignal,
  beforeWriting: (paths: string[]) => Promise<void>,
): Promise<AddedObjects> {
  const { Bucket, Prefix } = target;
  const paths = [...sizesOf(declared).keys()];
  const listingBefore = await listObjects(Bucket, Prefix);
  const unrecordedPaths = findUnrecorded(paths, listingBefore, Prefix, recordedObjects);
  const interruptedEtags = await etagsFromLibrary(unrecordedPaths, target, signal);
  const otherPaths = unrecordedPaths.filter((path) => !interruptedEtags.has(path));
  await requireDeclaredContent(target, declared, otherPaths, listingBefore, signal);

  const absentPaths = paths.filter((path) => !listingBefore.has(Prefix + path));
  const missingPaths = new Map<string, string | undefined>([
    ...absentPaths.map((path) => [path, undefined] as const),
    ...interruptedEtags,
  ]);
  if (missingPaths.size > 0) await beforeWriting([...missingPaths.keys()]);
  const writtenEtags = await writeDeclaredObjects(target, declared, signal, missingPaths);

  const listingAfter = await listObjects(Bucket, Prefix);
  const deletedPath = paths.find((path) => !listingAfter.has(Prefix + path));
  if (deletedPath !== undefined) throw new Error(`${deletedPath} does not exist`);
  const writtenObjects = { objects: Object.fromEntries(writtenEtags), written: [...writtenEtags.keys()] };
  const comparedObjects = { objects: etagsOf(otherPaths, listingBefore, Prefix), written: [] };
  const changedPaths = findUnrecorded(paths, listingAfter, Prefix, [
    ...recordedObjects,
    comparedObjects,
    writtenObjects,
  ]);
  await requireDeclaredContent(target, declared, changedPaths, listingAfter, signal);
  const libraryEtags = await etagsFromLibrary(changedPaths, target, signal);

  const objects = etagsOf(paths, listingAfter, Prefix);
  const writtenPaths = new Set(
    [writtenObjects, ...recordedObjects].flatMap((recorded) =>
      recorded.written.filter((path) => recorded.objects[path] === objects[path]),
    ),
  );
  const isFromLibrary = (path: string): boolean => writtenPaths.has(path) || libraryEtags.get(path) === objects[path];
  return { objects, written: paths.filter(isFromLibrary), added: writtenEtags.size };
}

function etagsOf(paths: string[], listing: Listing, prefix: string): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, listing.get(prefix + path)?.etag ?? '']));
}

/** The paths of existing objects that are not recorded. */
function findUnrecorded(
  paths: string[],
  listing: Listing,
  prefix: string,
  records: readonly RecordedObjects[],
): string[] {
  return paths.filter((path) => {
    const etag = listing.get(prefix + path)?.etag;
    return etag !== undefined && !records.some(({ objects }) => objects[path] === etag);
  });
}

/** The ETags of the objects that this library wrote, by their paths. */
async function etagsFromLibrary(
  paths: string[],
  { Bucket, Prefix }: PublicationTarget,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const etags = await etagsOfLibraryObjects(
    Bucket,
    paths.map((path) => Prefix + path),
    signal,
  );
  return new Map([...etags].map(([key, etag]) => [key.slice(Prefix.length), etag]));
}

/**
 * Checks the content of existing objects. This is needed since a user may have written an object at a declared path, even with the mark of
 * this library.
 */
async function requireDeclaredContent(
  target: PublicationTarget,
  declared: DeclaredObjects,
  paths: string[],
  listing: Listing,
  signal: AbortSignal,
): Promise<void> {
  const { Bucket, Prefix } = target;
  const expectedSizes = sizesOf(declared);
  const problem = describeObjectProblem(new Map(paths.map((path) => [path, expectedSizes.get(path)])), listing, Prefix);
  if (problem) throw new Error(foreignObjectMessage(problem));
  await inParallel(paths, signal, async (path, abort) => {
    const expectedHash = await sha256OfDeclared(target, declared, path, abort);
    const actualHash = await sha256Of(Bucket, Prefix + path, abort, listing.get(Prefix + path)?.etag).catch(
      (error: Error) => {
        if (error.name !== 'PreconditionFailed') throw error;
        return undefined; // changed after the listing
      },
    );
    if (expectedHash !== actualHash)
      throw new Error(foreignObjectMessage(`the content of ${path} differs from the content at synth`));
  });
}

/** The SHA-256 of the declared content of a path. Computed from the asset if the manifest does not contain the hash. */
async function sha256OfDeclared(
  { SourceBucket }: PublicationTarget,
  { manifest, bundled, packed }: DeclaredObjects,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const archive = packed.find((each) => each.path === path);
  if (archive) return sha256OfArchive(archive, SourceBucket, signal);
  const text = manifest.texts.find((each) => each.path === path);
  if (text) return createHash('sha256').update(text.content).digest('hex');
  const copy = manifest.copies.find((each) => each.path === path);
  const file = copy ?? bundled.find((each) => each.path === path);
  return file?.sha256 ?? (copy && sha256Of(copy.bucket ?? SourceBucket, copy.key, signal));
}

function foreignObjectMessage(problem: string): string {
  return `${problem}; the object is not from this stack, and nothing is overwritten: delete the object, and deploy again`;
}
