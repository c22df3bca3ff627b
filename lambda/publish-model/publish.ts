import type {
  BundledFile,
  PublicationManifest,
  PublicationProperties,
} from '../../lib/repository/publication-manifest';
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
  const { SourceBucket, ManifestKey, Bucket, Prefix } = properties;
  const manifest = JSON.parse(
    new TextDecoder().decode(await readBytes(SourceBucket, ManifestKey)),
  ) as PublicationManifest;
  const bundled = manifest.bundle ? await readIndex(SourceBucket, manifest.bundle) : [];
  const expected = sizesOf(manifest, bundled);

  if (await hasRecord(Bucket, Prefix)) {
    if (difference(expected, await list(Bucket, Prefix), Prefix) === undefined) {
      await writeRecord(Bucket, Prefix); // it is the newest again
      return `${expected.size} files were there already`;
    }
    await removeAll(Bucket, [recordKey(Prefix)]); // someone else changed the files
  }
  try {
    await fill(properties, manifest, bundled, signal);
    const problem = difference(expected, await list(Bucket, Prefix), Prefix);
    if (problem) throw new Error(problem);
    await writeRecord(Bucket, Prefix);
  } catch (error) {
    await empty(Bucket, Prefix);
    throw error;
  }
  return `${expected.size} files, ${manifest.copies.length} of them copied inside S3`;
}

async function fill(
  { SourceBucket, Bucket, Prefix }: PublicationProperties,
  manifest: PublicationManifest,
  bundled: BundledFile[],
  signal: AbortSignal,
): Promise<void> {
  await inParallel(manifest.copies, signal, (file, abort) =>
    copyObject({ file, sourceBucket: SourceBucket, bucket: Bucket, key: Prefix + file.path, signal: abort }),
  );
  const { bundle } = manifest;
  if (bundle) {
    await inParallel(slicesOf(bundle, bundled), signal, (slice, abort) =>
      writeSlice(SourceBucket, bundle, slice, { bucket: Bucket, prefix: Prefix }, abort),
    );
  }
  await inParallel(manifest.texts, signal, ({ path, content }, abort) => write(Bucket, Prefix + path, content, abort));
}

function sizesOf({ copies, texts }: PublicationManifest, bundled: BundledFile[]): Map<string, number> {
  return new Map([
    ...[...copies, ...bundled].map(({ path, bytes }): [string, number] => [path, bytes]),
    ...texts.map(({ path, content }): [string, number] => [path, Buffer.byteLength(content)]),
  ]);
}

/** The first thing that is not as the manifest says, in words. */
function difference(expected: Map<string, number>, found: Map<string, number>, prefix: string): string | undefined {
  for (const [path, bytes] of expected) {
    const size = found.get(prefix + path);
    if (size !== bytes) return `${path} has ${size ?? 'no'} bytes, ${bytes} at synth`;
  }
  const strange = [...found.keys()].find((key) => !expected.has(key.slice(prefix.length)));
  return strange === undefined ? undefined : `${strange} does not belong to the model`;
}

/** Another run of the same event may have come to its end meanwhile: its files stay. */
async function empty(bucket: string, prefix: string): Promise<void> {
  if (await hasRecord(bucket, prefix)) return;
  await removeAll(bucket, [...(await list(bucket, prefix)).keys()]);
}
