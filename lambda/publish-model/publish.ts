import type { BundledFile, PublicationManifest, PublicationProperties } from '../../lib/artifacts/publication-manifest';
import { copyObject } from './copy-object';
import { inParallel } from './in-parallel';
import { hasRecord, recordKey, writeRecord } from './record';
import { readIndex, slicesOf, writeSlice } from './small-files';
import { list, readBytes, removeAll, write } from './store';

/**
 * Puts all files under the prefix, or none: whatever fails, the prefix is empty again. The texts, config.pbtxt among them,
 * come last, so that not even a killed function leaves something that Triton would load.
 *
 * @returns what was done, in words
 */
export async function publish(properties: PublicationProperties, signal: AbortSignal): Promise<string> {
  const { Bucket, Prefix } = properties;
  const { manifest, bundled } = await readManifest(properties);
  const expected = sizesOf(manifest, bundled);

  if (await hasRecord(Bucket, Prefix)) {
    if (difference(expected, await list(Bucket, Prefix), Prefix) === undefined) {
      await writeRecord(Bucket, Prefix); // it is the newest again
      return `${expected.size} files were there already`;
    }
    await removeAll(Bucket, [recordKey(Prefix)]); // someone else changed the files
  }
  try {
    await fill(properties, { manifest, bundled }, signal);
    const problem = difference(expected, await list(Bucket, Prefix), Prefix);
    if (problem) throw new Error(problem);
    await writeRecord(Bucket, Prefix);
  } catch (error) {
    await empty(Bucket, Prefix);
    throw error;
  }
  return `${expected.size} files, ${manifest.copies.length} of them copied inside S3`;
}

/** What is to be published. */
export async function readManifest({ SourceBucket, ManifestKey }: PublicationProperties): Promise<Declared> {
  const manifest = JSON.parse(
    new TextDecoder().decode(await readBytes(SourceBucket, ManifestKey)),
  ) as PublicationManifest;
  return { manifest, bundled: manifest.bundle ? await readIndex(SourceBucket, manifest.bundle) : [] };
}

/** A manifest, and what its bundle holds. */
export interface Declared {
  readonly manifest: PublicationManifest;
  readonly bundled: BundledFile[];
}

/** Writes files under the prefix; by default all of them. */
export async function fill(
  { SourceBucket, Bucket, Prefix }: PublicationProperties,
  { manifest, bundled }: Declared,
  signal: AbortSignal,
  isWanted: (path: string) => boolean = () => true,
): Promise<void> {
  const wanted = ({ path }: { readonly path: string }): boolean => isWanted(path);
  await inParallel(manifest.copies.filter(wanted), signal, (file, abort) =>
    copyObject({ file, sourceBucket: SourceBucket, bucket: Bucket, key: Prefix + file.path, signal: abort }),
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
export function missing(expected: Sizes, found: Map<string, number>, prefix: string): string | undefined {
  for (const [path, bytes] of expected) {
    const size = found.get(prefix + path);
    if (size === undefined) return `${path} is not there`;
    if (size !== (bytes ?? size)) return `${path} has ${size} bytes, ${bytes} at synth`;
  }
  return undefined;
}

/** The first thing that is not as the manifest says, in words. */
function difference(expected: Sizes, found: Map<string, number>, prefix: string): string | undefined {
  const problem = missing(expected, found, prefix);
  if (problem) return problem;
  const strange = [...found.keys()].find((key) => !expected.has(key.slice(prefix.length)));
  return strange === undefined ? undefined : `${strange} does not belong to the model`;
}

/** Another run of the same event may have come to its end meanwhile: its files stay. */
async function empty(bucket: string, prefix: string): Promise<void> {
  if (await hasRecord(bucket, prefix)) return;
  await removeAll(bucket, [...(await list(bucket, prefix)).keys()]);
}
