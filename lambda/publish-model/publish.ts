import type { PublicationProperties } from '../../lib/artifacts/publication-manifest';
import { addObjects, AddedObjects } from '../shared/add-objects';
import { Declared, readManifest, sizesOf } from '../shared/fill';
import { list } from '../shared/store';
import { PublicationRecord, Published, readRecord, readRecords, recordKey, updateRecord } from './record';
import { removeWritten } from './remove';
import { removeStored } from './stored';
import { writeTable } from './table';

/**
 * Puts all declared objects under the prefix, or none: whatever fails, they are removed again. The texts, config.pbtxt among them,
 * come last, so that not even a killed function leaves something that Triton would load. Of an open prefix, the table of names comes last.
 *
 * @returns what was done, in words
 */
export async function publish(properties: PublicationProperties, signal: AbortSignal): Promise<string> {
  const declared = await readManifest(properties);
  const isOpen = properties.Declaration !== undefined;
  const own = await readRecord(properties); // fails if something else is there
  const records = isOpen ? await readRecords(properties) : own ? [own] : [];
  if (!isOpen) await requireNothingElse(properties, declared);
  let begun: string[] = [];
  let done: AddedObjects;
  try {
    const known = records.map(({ value }) => value);
    done = await addObjects(properties, declared, known, signal, async (paths) => {
      begun = paths;
      await updateRecord(properties, (current) => begin(current, paths));
    });
    if (!isOpen) await requireNothingElse(properties, declared);
    await complete(properties, done, declared, own !== undefined || begun.length > 0);
  } catch (error) {
    await discardIncomplete(properties, begun, own);
    throw error;
  }
  return describe(done, declared, isOpen);
}

/** The record of a publication that is about to write objects: they have no ETags yet. */
function begin(current: PublicationRecord | undefined, paths: string[]): PublicationRecord {
  const { publishedAt = '', objects = {}, written = [], table } = current ?? {};
  const kept = Object.entries(objects).filter(([path]) => !paths.includes(path));
  return { publishedAt, objects: Object.fromEntries(kept), written: [...new Set([...written, ...paths])], table };
}

/** Marks a publication as complete, and as the newest of its group. */
async function complete(
  properties: PublicationProperties,
  { objects, written }: AddedObjects,
  { manifest: { table } }: Declared,
  wasBegun: boolean,
): Promise<void> {
  const record = { publishedAt: new Date().toISOString(), objects, written, table };
  await updateRecord(properties, (current) => {
    if (wasBegun && !current) throw new Error('its record was deleted during the deployment');
    return record;
  });
  if (properties.Declaration !== undefined) await writeTable(properties, record);
}

/** Removes what this run may have written. Another run of the same event may have come to its end meanwhile: its objects stay. */
async function discardIncomplete(
  properties: PublicationProperties,
  begun: string[],
  before?: Published,
): Promise<void> {
  const current = await readRecord(properties);
  const wasComplete = before !== undefined && before.value.publishedAt !== '';
  if (current && current.value.publishedAt !== '' && !wasComplete) return;
  // A deletion may have removed the record meanwhile. What this run wrote since is still to be removed.
  const { Prefix: prefix, Bucket } = properties;
  const record = current ?? { key: recordKey(properties), etag: '', prefix, value: begin(undefined, begun) };
  const written = wasComplete ? begun : record.value.written;
  await removeWritten(
    properties,
    [{ ...record, value: { ...record.value, written } }],
    await othersOf(properties, record),
  );
  if (current && !wasComplete) await removeStored(Bucket, [current]);
}

async function othersOf(properties: PublicationProperties, { key }: Published): Promise<Published[]> {
  return (await readRecords(properties)).filter((each) => each.key !== key);
}

/** @throws when there is an object that the manifest does not have: Triton would load it, and it is not ours to remove */
async function requireNothingElse({ Bucket, Prefix }: PublicationProperties, declared: Declared): Promise<void> {
  const expected = sizesOf(declared);
  const key = [...(await list(Bucket, Prefix)).keys()].find((each) => !expected.has(each.slice(Prefix.length)));
  if (key !== undefined)
    throw new Error(`${key} does not belong to the model and is not from this stack; delete the object`);
}

function describe({ added, objects }: AddedObjects, { manifest }: Declared, isOpen: boolean): string {
  const all = Object.keys(objects).length;
  if (isOpen) return `${added} objects added, ${all - added} existed already`;
  return added === 0
    ? `${all} files existed already`
    : `${all} files, ${manifest.copies.length} of them copied inside S3`;
}
