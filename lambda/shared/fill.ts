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
import { readIndex, slicesOf, writeSlice } from './small-files';
import { ListedObject, readJson, write } from './store';

/** What is to be published. */
export async function readManifest(properties: FilledPrefix): Promise<Declared> {
  const { SourceBucket, ManifestKey } = properties;
  const manifest = await readJson<PublicationManifest>(SourceBucket, ManifestKey);
  const engines = await Promise.all((manifest.engines ?? []).map((engine) => copyOf(engine, properties)));
  return {
    manifest: { ...manifest, copies: [...manifest.copies, ...engines] },
    bundled: manifest.bundle ? await readIndex(SourceBucket, manifest.bundle) : [],
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

/** A manifest, and what its bundle holds. */
export interface Declared {
  readonly manifest: PublicationManifest;
  readonly bundled: BundledFile[];
}

/** Writes files under the prefix; by default all of them. */
export async function fill(
  { SourceBucket, Bucket, Prefix }: FilledPrefix,
  { manifest, bundled }: Declared,
  signal: AbortSignal,
  isWanted: (path: string) => boolean = () => true,
): Promise<void> {
  const wanted = ({ path }: { readonly path: string }): boolean => isWanted(path);
  await inParallel(manifest.copies.filter(wanted), signal, (file, abort) =>
    copyObject({
      file,
      sourceBucket: file.bucket ?? SourceBucket,
      bucket: Bucket,
      key: Prefix + file.path,
      signal: abort,
    }),
  );
  const { bundle } = manifest;
  if (bundle) {
    const slices = slicesOf(bundle, bundled).filter(({ files }) => files.some(wanted));
    await inParallel(slices, signal, (slice, abort) =>
      writeSlice(SourceBucket, bundle, slice, { bucket: Bucket, prefix: Prefix, isWanted }, abort),
    );
  }
  await inParallel(manifest.texts.filter(wanted), signal, ({ path, content }, abort) =>
    write(Bucket, Prefix + path, content, abort),
  );
}

/** What the manifest says of each file's size; undefined for one of any size. */
export type Sizes = Map<string, number | undefined>;

export function sizesOf({ copies, texts }: PublicationManifest, bundled: BundledFile[]): Sizes {
  return new Map([
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
