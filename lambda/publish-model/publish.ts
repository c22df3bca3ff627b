import type { PublicationProperties } from '../../lib/artifacts/publication-manifest';
import { fill, missing, readManifest, Sizes, sizesOf } from '../shared/fill';
import { list, ListedObject } from '../shared/store';
import { beginRecord, completeRecord, readRecord, removeRecorded } from './record';

/**
 * Puts all files under the prefix, or none: whatever fails, they are removed again. The texts, config.pbtxt among them,
 * come last, so that not even a killed function leaves something that Triton would load.
 *
 * @returns what was done, in words
 */
export async function publish(properties: PublicationProperties, signal: AbortSignal): Promise<string> {
  const { Bucket, Prefix } = properties;
  const declared = await readManifest(properties);
  const expected = sizesOf(declared);

  const files = [...expected.keys()];
  const there = await list(Bucket, Prefix);
  const problem = strange(expected, there, Prefix);
  if (problem) throw new Error(problem);

  if ((await readRecord(Bucket, Prefix))?.publishedAt !== undefined && !missing(expected, there, Prefix)) {
    await completeRecord(Bucket, Prefix, files); // it is the newest again
    return `${expected.size} files existed already`;
  }
  await beginRecord(Bucket, Prefix, files);
  try {
    await fill(properties, declared, signal);
    const found = await list(Bucket, Prefix);
    const difference = missing(expected, found, Prefix) ?? strange(expected, found, Prefix);
    if (difference) throw new Error(difference);
    await completeRecord(Bucket, Prefix, files);
  } catch (error) {
    await discardIncomplete(Bucket, Prefix);
    throw error;
  }
  return `${expected.size} files, ${declared.manifest.copies.length} of them copied inside S3`;
}

/** The first object that the manifest does not have, in words. Triton would load it, and it is not ours to remove. */
function strange(expected: Sizes, found: Map<string, ListedObject>, prefix: string): string | undefined {
  const key = [...found.keys()].find((each) => !expected.has(each.slice(prefix.length)));
  return key === undefined
    ? undefined
    : `${key} does not belong to the model and is not from this stack; delete the object`;
}

/** Another run of the same event may have come to its end meanwhile: its files stay. */
async function discardIncomplete(bucket: string, prefix: string): Promise<void> {
  const record = await readRecord(bucket, prefix);
  if (record && record.publishedAt === undefined) await removeRecorded(bucket, record);
}
