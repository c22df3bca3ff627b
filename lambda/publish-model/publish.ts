import type { BundledFile, PublicationManifest, PublicationProperties } from '../../lib/artifacts/publication-manifest';
import { copyObject } from './copy-object';
import { inParallel } from './in-parallel';
import { beginRecord, completeRecord, readRecord, removeRecorded } from './record';
import { readIndex, slicesOf, writeSlice } from './small-files';
import { list, ListedObject, readJson, write } from './store';

/**
 * Puts all files under the prefix, or none: whatever fails, they are removed again. The texts, config.pbtxt among them,
 * come last, so that not even a killed function leaves something that Triton would load.
 *
 * @returns what was done, in words
 */
export async function publish(properties: PublicationProperties, signal: AbortSignal): Promise<string> {
  const { Bucket, Prefix } = properties;
  const { manifest, bundled } = await readManifest(properties);
  const expected = sizesOf(manifest, bundled);

  const files = [...expected.keys()];
  const there = await list(Bucket, Prefix);
  const problem = strange(expected, there, Prefix);
  if (problem) throw new Error(problem);

  if ((await readRecord(Bucket, Prefix))?.publishedAt !== undefined && !missing(expected, there, Prefix)) {
    await completeRecord(Bucket, Prefix, files); // it is the newest again
    return `${expected.size} files were there already`;
  }
  await beginRecord(Bucket, Prefix, files);
  try {
    await fill(properties, { manifest, bundled }, signal);
    const found = await list(Bucket, Prefix);
    const difference = missing(expected, found, Prefix) ?? strange(expected, found, Prefix);
    if (difference) throw new Error(difference);
    await completeRecord(Bucket, Prefix, files);
  } catch (error) {
    await discardIncomplete(Bucket, Prefix);
    throw error;
  }
  return `${expected.size} files, ${manifest.copies.length} of them copied inside S3`;
}

/** What is to be published. */
export async function readManifest({ SourceBucket, ManifestKey }: PublicationProperties): Promise<Declared> {
  const manifest = await readJson<PublicationManifest>(SourceBucket, ManifestKey);
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
export function missing(expected: Sizes, found: Map<string, ListedObject>, prefix: string): string | undefined {
  for (const [path, bytes] of expected) {
    const size = found.get(prefix + path)?.bytes;
    if (size === undefined) return `${path} is not there`;
    if (size !== (bytes ?? size)) return `${path} has ${size} bytes, ${bytes} at synth`;
  }
  return undefined;
}

/** The first object that the manifest does not have, in words. Triton would load it, and it is not ours to remove. */
function strange(expected: Sizes, found: Map<string, ListedObject>, prefix: string): string | undefined {
  const key = [...found.keys()].find((each) => !expected.has(each.slice(prefix.length)));
  return key === undefined
    ? undefined
    : `${key} does not belong to the model, and was put there by someone else; delete it`;
}

/** Another run of the same event may have come to its end meanwhile: its files stay. */
async function discardIncomplete(bucket: string, prefix: string): Promise<void> {
  const record = await readRecord(bucket, prefix);
  if (record && record.publishedAt === undefined) await removeRecorded(bucket, record);
}
