import type {
  BundledFile,
  CopiedFile,
  EngineFile,
  PublicationManifest,
  PublicationProperties,
} from '../../lib/contracts/publication-manifest';
import { EngineRecord, RECORD } from '../../lib/contracts/engine-properties';
import { copyObject } from './copy-object';
import { inParallel } from './in-parallel';
import { archiveBytes, ArchiveParts } from './pack-archive';
import { Destination, putObject } from './own-objects';
import { readIndex, readSlice, slicesOf } from './small-files';
import { Listing, readJson } from './store';
import { upload } from './upload';

/** Reads a manifest (the list of objects to publish), the index of its bundle of small files, and the records of its TensorRT engines. */
export async function readManifest(properties: PublicationTarget): Promise<DeclaredObjects> {
  const { SourceBucket, ManifestKey } = properties;
  const manifest = await readJson<PublicationManifest>(SourceBucket, ManifestKey);
  const toCopiedFiles = (engines: EngineFile[] = []): Promise<CopiedFile[]> =>
    Promise.all(engines.map((engine) => toCopiedFile(engine, properties)));
  const engines = await toCopiedFiles(manifest.engines);
  const archives = (manifest.packed ?? []).map(async (archive) => ({
    ...archive,
    engines: await toCopiedFiles(archive.engines),
  }));
  return {
    manifest: { ...manifest, copies: [...manifest.copies, ...engines] },
    bundled: manifest.bundle ? await readIndex(SourceBucket, manifest.bundle) : [],
    packed: await Promise.all(archives),
  };
}

async function toCopiedFile(
  { path, key }: EngineFile,
  { Bucket: bucket, EnginePrefix }: PublicationTarget,
): Promise<CopiedFile> {
  const record = `${EnginePrefix}${key}/${RECORD}`;
  const { plan, bytes, sha256 } = await readJson<EngineRecord>(bucket, record).catch((error: Error) => {
    throw new Error(`${path}: the record of its engine, s3://${bucket}/${record}, cannot be read (${error.name})`);
  });
  return { path, bytes, sha256, key: plan, bucket };
}

/** A prefix to write objects under, and the location of the manifest that declares the objects. */
export type PublicationTarget = Pick<
  PublicationProperties,
  'SourceBucket' | 'ManifestKey' | 'Bucket' | 'Prefix' | 'EnginePrefix'
>;

/** The declared objects: a manifest, the files of its bundle, and the parts of its archives. */
export interface DeclaredObjects {
  readonly manifest: PublicationManifest;
  readonly bundled: BundledFile[];
  readonly packed: ArchiveParts[];
}

/**
 * Writes some of the declared objects under the prefix.
 *
 * @param etagsByPath the paths to write, each with the ETag of the object to replace, or with undefined to create an object
 * @returns the ETags of the written objects, by their paths. Paths at which there is a foreign object (not written by this library) are
 *   skipped
 */
export async function writeDeclaredObjects(
  { SourceBucket, Bucket, Prefix }: PublicationTarget,
  { manifest, bundled, packed }: DeclaredObjects,
  signal: AbortSignal,
  etagsByPath: ReadonlyMap<string, string | undefined>,
): Promise<Map<string, string>> {
  const writtenEtags = new Map<string, string>();
  const isSelected = ({ path }: { readonly path: string }): boolean => etagsByPath.has(path);
  const write = async (path: string, send: (to: Destination) => Promise<string | undefined>): Promise<void> => {
    const etag = await send({ bucket: Bucket, key: Prefix + path, replaces: etagsByPath.get(path) });
    if (etag !== undefined) writtenEtags.set(path, etag);
  };
  await inParallel(manifest.copies.filter(isSelected), signal, (file, abort) => {
    const source = { file, sourceBucket: file.bucket ?? SourceBucket, signal: abort };
    return write(file.path, (destination) => copyObject({ ...source, ...destination }));
  });
  const { bundle } = manifest;
  if (bundle) {
    const slices = slicesOf(bundle, bundled).filter(({ files }) => files.some(isSelected));
    await inParallel(slices, signal, async (slice, abort) => {
      for await (const [{ path }, body] of readSlice(SourceBucket, bundle, slice, isSelected)) {
        await write(path, (destination) => putObject(destination, body, abort));
      }
    });
  }
  await inParallel(
    packed.filter(isSelected),
    signal,
    (archive, abort) =>
      write(archive.path, (destination) =>
        upload(destination, () => archiveBytes(archive, SourceBucket, abort), abort),
      ),
    1, // one archive at a time, since a part of it is in memory
  );
  await inParallel(manifest.texts.filter(isSelected), signal, ({ path, content }, abort) =>
    write(path, (to) => putObject(to, content, abort)),
  );
  return writtenEtags;
}

/** The size of each declared object by its path; undefined if its size is not declared. */
export type Sizes = Map<string, number | undefined>;

export function sizesOf({ manifest: { copies, texts }, bundled, packed }: DeclaredObjects): Sizes {
  return new Map([
    ...packed.map(({ path }): [string, undefined] => [path, undefined]),
    ...[...copies, ...bundled].map(({ path, bytes }): [string, number | undefined] => [path, bytes]),
    ...texts.map(({ path, content }): [string, number] => [path, Buffer.byteLength(content)]),
  ]);
}

/** Finds an object that is missing or has an incorrect size; returns a sentence about the object. */
export function describeObjectProblem(expected: Sizes, listing: Listing, prefix: string): string | undefined {
  for (const [path, bytes] of expected) {
    const size = listing.get(prefix + path)?.bytes;
    if (size === undefined) return `${path} does not exist`;
    if (size !== (bytes ?? size)) return `${path} has ${size} bytes, ${bytes} at synth`;
  }
  return undefined;
}
