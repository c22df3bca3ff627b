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
import { readJson } from './store';
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
 * Writes the declared objects with missing paths under the prefix.
 *
 * @returns the ETags of the written objects by their keys. Objects that others have written meanwhile are omitted
 */
export async function writeDeclaredObjects(
  { SourceBucket, Bucket, Prefix }: PublicationTarget,
  { manifest, bundled, packed }: DeclaredObjects,
  signal: AbortSignal,
  isMissingPath: (path: string) => boolean,
): Promise<Map<string, string>> {
  const etags = new Map<string, string>();
  const isMissing = ({ path }: { readonly path: string }): boolean => isMissingPath(path);
  const write = async (path: string, send: (to: Destination) => Promise<string | undefined>): Promise<void> => {
    const key = Prefix + path;
    const etag = await send({ bucket: Bucket, key });
    if (etag !== undefined) etags.set(key, etag);
  };
  await inParallel(manifest.copies.filter(isMissing), signal, (file, abort) => {
    const source = { file, sourceBucket: file.bucket ?? SourceBucket, signal: abort };
    return write(file.path, (destination) => copyObject({ ...source, ...destination }));
  });
  const { bundle } = manifest;
  if (bundle) {
    const slices = slicesOf(bundle, bundled).filter(({ files }) => files.some(isMissing));
    await inParallel(slices, signal, async (slice, abort) => {
      for await (const [{ path }, body] of readSlice(SourceBucket, bundle, slice, isMissing)) {
        await write(path, (destination) => putObject(destination, body, abort));
      }
    });
  }
  await inParallel(
    packed.filter(isMissing),
    signal,
    (archive, abort) =>
      write(archive.path, (destination) =>
        upload(destination, () => archiveBytes(archive, SourceBucket, abort), abort),
      ),
    1, // one archive at a time, since a part of it is in memory
  );
  await inParallel(manifest.texts.filter(isMissing), signal, ({ path, content }, abort) =>
    write(path, (to) => putObject(to, content, abort)),
  );
  return etags;
}

/** The size of each declared object by its path; undefined if its size is not declared. */
export function sizesOf({
  manifest: { copies, texts },
  bundled,
  packed,
}: DeclaredObjects): Map<string, number | undefined> {
  return new Map([
    ...packed.map(({ path }): [string, undefined] => [path, undefined]),
    ...[...copies, ...bundled].map(({ path, bytes }): [string, number | undefined] => [path, bytes]),
    ...texts.map(({ path, content }): [string, number] => [path, Buffer.byteLength(content)]),
  ]);
}
