import { createHash } from 'crypto';
import { Declared, fill, FilledPrefix, missing, sizesOf } from './fill';
import { inParallel } from './in-parallel';
import { etagsOfOwn } from './own-objects';
import { sha256OfArchive } from './pack-archive';
import { list, ListedObject, sha256Of } from './store';

/** What is known of objects below a prefix. */
export interface KnownObjects {
  /** ETags of objects that are as declared, by their paths. */
  readonly objects: Readonly<Record<string, string>>;
  /** Paths of those objects that the stack wrote; one without an ETag may have been written. */
  readonly written: readonly string[];
}

/** What was done. */
export interface AddedObjects extends KnownObjects {
  /** How many objects were written now. */
  readonly added: number;
}

type Listing = Map<string, ListedObject>;

/**
 * Adds the objects of a manifest to a prefix that others may write to as well. Nothing of theirs is overwritten: what the stack has not
 * recorded is compared. What it wrote and did not record, since it was ended, is written again.
 *
 * @param known what records say
 * @param begin is called before anything is written, with the paths
 * @throws when an object is not the declared one
 */
export async function addObjects(
  target: FilledPrefix,
  declared: Declared,
  known: readonly KnownObjects[],
  signal: AbortSignal,
  begin: (paths: string[]) => Promise<void>,
): Promise<AddedObjects> {
  const { Bucket, Prefix } = target;
  const paths = [...sizesOf(declared).keys()];
  const before = await list(Bucket, Prefix);
  const unknown = unknownAmong(paths, before, Prefix, known);
  const unrecorded = await ownAmong(unknown, target, signal);
  const others = unknown.filter((path) => !unrecorded.has(path));
  await requireDeclared(target, declared, others, before, signal);

  const absent = paths.filter((path) => !before.has(Prefix + path));
  const wanted = new Map<string, string | undefined>([
    ...absent.map((path) => [path, undefined] as const),
    ...unrecorded,
  ]);
  if (wanted.size > 0) await begin([...wanted.keys()]);
  const filled = await fill(target, declared, signal, wanted);

  const after = await list(Bucket, Prefix);
  const gone = paths.find((path) => !after.has(Prefix + path));
  if (gone !== undefined) throw new Error(`${gone} does not exist`);
  const now = { objects: Object.fromEntries(filled), written: [...filled.keys()] };
  const compared = { objects: etagsOf(others, before, Prefix), written: [] };
  const changed = unknownAmong(paths, after, Prefix, [...known, compared, now]);
  await requireDeclared(target, declared, changed, after, signal);
  const own = await ownAmong(changed, target, signal);

  const objects = etagsOf(paths, after, Prefix);
  const written = new Set(
    [now, ...known].flatMap((each) => each.written.filter((path) => each.objects[path] === objects[path])),
  );
  const isOwn = (path: string): boolean => written.has(path) || own.get(path) === objects[path];
  return { objects, written: paths.filter(isOwn), added: filled.size };
}

function etagsOf(paths: string[], listing: Listing, prefix: string): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, listing.get(prefix + path)?.etag ?? '']));
}

/** Those of the paths that have an object of which nothing is known. */
function unknownAmong(paths: string[], listing: Listing, prefix: string, known: readonly KnownObjects[]): string[] {
  return paths.filter((path) => {
    const etag = listing.get(prefix + path)?.etag;
    return etag !== undefined && !known.some(({ objects }) => objects[path] === etag);
  });
}

/** ETags of those that this library wrote, by their paths. */
async function ownAmong(
  paths: string[],
  { Bucket, Prefix }: FilledPrefix,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const etags = await etagsOfOwn(
    Bucket,
    paths.map((path) => Prefix + path),
    signal,
  );
  return new Map([...etags].map(([key, etag]) => [key.slice(Prefix.length), etag]));
}

/** Who may add objects can put anything under the name that a declared one will have, even with the mark of this library. */
async function requireDeclared(
  target: FilledPrefix,
  declared: Declared,
  paths: string[],
  listing: Listing,
  signal: AbortSignal,
): Promise<void> {
  const { Bucket, Prefix } = target;
  const expected = sizesOf(declared);
  const other = missing(new Map(paths.map((path) => [path, expected.get(path)])), listing, Prefix);
  if (other) throw new Error(notOurs(other));
  await inParallel(paths, signal, async (path, abort) => {
    const content = await sha256OfDeclared(target, declared, path, abort);
    const actual = await sha256Of(Bucket, Prefix + path, abort, listing.get(Prefix + path)?.etag).catch(
      (error: Error) => {
        if (error.name !== 'PreconditionFailed') throw error;
        return undefined; // changed since it was listed
      },
    );
    if (content !== actual) throw new Error(notOurs(`the content of ${path} differs from the content at synth`));
  });
}

/** SHA-256 of what a path has to have. Where only the asset says what that is, it is read. */
async function sha256OfDeclared(
  { SourceBucket }: FilledPrefix,
  { manifest, bundled, packed }: Declared,
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

function notOurs(problem: string): string {
  return `${problem}; the object is not from this stack, and nothing is overwritten: delete the object, and deploy again`;
}
