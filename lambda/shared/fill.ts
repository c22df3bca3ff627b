import type {
  BundledFile,
  CopiedFile,
  EngineFile,
  PublicationManifest,
  PublicationProperties,
} from '../../lib/artifacts/publication-manifest';
import { EngineRecord, RECORD } from '../../lib/engine/engine-properties';
import { copyObject } from './copy-object';
import { inParallel } from './in-parallel';
import { archiveBytes, ArchiveParts } from './pack-archive';
import { Destination, put } from './own-objects';
import { readIndex, slicesOf, writeSlice } from './small-files';
import { ListedObject, readJson } from './store';
import { upload } from './upload';

/** What is to be published. */
export async function readManifest(properties: FilledPrefix): Promise<Declared> {
  const { SourceBucket, ManifestKey } = properties;
  const manifest = await readJson<PublicationManifest>(SourceBucket, ManifestKey);
  const copiesOf = (engines: EngineFile[] = []): Promise<CopiedFile[]> =>
    Promise.all(engines.map((engine) => copyOf(engine, properties)));
  const engines = await copiesOf(manifest.engines);
  const packed = (manifest.packed ?? []).map(async (archive) => ({
    ...archive,
    engines: await copiesOf(archive.engines),
  }));
  return {
    manifest: { ...manifest, copies: [...manifest.copies, ...engines] },
    bundled: manifest.bundle ? await readIndex(SourceBucket, manifest.bundle) : [],
    packed: await Promise.all(packed),
  };
}

async function copyOf({ path, key }: EngineFile, { Bucket: bucket, EnginePrefix }: FilledPrefix): Promise<CopiedFile> {
  const record = `${EnginePrefix}${key}/${RECORD}`;
  const { plan, bytes, sha256 } = await readJson<EngineRecord>(bucket, record).catch((error: Error) => {
    throw new Error(`${path}: the record of its engine, s3://${bucket}/${record}, cannot be read (${error.name})`);
  });
  return { path, bytes, sha256, key: plan, bucket };
}

/** A prefix, and where the manifest is of what comes below it. */
export type FilledPrefix = Pick<
  PublicationProperties,
  'SourceBucket' | 'ManifestKey' | 'Bucket' | 'Prefix' | 'EnginePrefix'
>;

/** A manifest, what its bundle holds, and what its archives are packed of. */
export interface Declared {
  readonly manifest: PublicationManifest;
  readonly bundled: BundledFile[];
  readonly packed: ArchiveParts[];
}

/** Which files are written, and where. */
export interface FillTarget {
  readonly isWanted: (file: { readonly path: string }) => boolean;
  readonly destinationOf: (file: { readonly path: string }) => Destination;
  /** Takes the ETag of what was written; undefined if someone else has written there. */
  readonly note: (file: { readonly path: string }, etag: string | undefined) => void;
}

/**
 * Writes files under the prefix. A file is written in the place of an object whose ETag is given, else where there is none.
 *
 * @param wanted the files: ETags of the objects in whose places they come, by their paths
 * @returns the ETags of what was written, by the paths; without those that someone else has written meanwhile
 */
export async function fill(
  { SourceBucket, Bucket, Prefix }: FilledPrefix,
  { manifest, bundled, packed }: Declared,
  signal: AbortSignal,
  wanted: ReadonlyMap<string, string | undefined>,
): Promise<Map<string, string>> {
  const written = new Map<string, string>();
  const target: FillTarget = {
    isWanted: ({ path }) => wanted.has(path),
    destinationOf: ({ path }) => ({ bucket: Bucket, key: Prefix + path, replaces: wanted.get(path) }),
    note: ({ path }, etag) => {
      if (etag !== undefined) written.set(path, etag);
    },
  };
  const { isWanted, destinationOf, note } = target;
  await inParallel(manifest.copies.filter(isWanted), signal, async (file, abort) =>
    note(
      file,
      await copyObject({ file, sourceBucket: file.bucket ?? SourceBucket, ...destinationOf(file), signal: abort }),
    ),
  );
  const { bundle } = manifest;
  if (bundle) {
    const slices = slicesOf(bundle, bundled).filter(({ files }) => files.some(isWanted));
    await inParallel(slices, signal, (slice, abort) => writeSlice(SourceBucket, bundle, slice, target, abort));
  }
  await inParallel(
    packed.filter(isWanted),
    signal,
    async (archive, abort) =>
      note(archive, await upload(destinationOf(archive), () => archiveBytes(archive, SourceBucket, abort), abort)),
    1, // each has a part in memory
  );
  await inParallel(manifest.texts.filter(isWanted), signal, async (file, abort) =>
    note(file, await put(destinationOf(file), file.content, abort)),
  );
  return written;
}

/** What the manifest says of each file's size; undefined for one of any size. */
export type Sizes = Map<string, number | undefined>;

export function sizesOf({ manifest: { copies, texts }, bundled, packed }: Declared): Sizes {
  return new Map([
    ...packed.map(({ path }): [string, undefined] => [path, undefined]),
    ...[...copies, ...bundled].map(({ path, bytes }): [string, number | undefined] => [path, bytes]),
    ...texts.map(({ path, content }): [string, number] => [path, Buffer.byteLength(content)]),
  ]);
}

/** The first file that is not as the manifest says, in words. */
export function missing(expected: Sizes, found: Map<string, ListedObject>, prefix: string): string | undefined {
  for (const [path, bytes] of expected) {
    const size = found.get(prefix + path)?.bytes;
    if (size === undefined) return `${path} does not exist`;
    if (size !== (bytes ?? size)) return `${path} has ${size} bytes, ${bytes} at synth`;
  }
  return undefined;
}
