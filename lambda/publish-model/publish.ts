import type { PublicationProperties } from '../../lib/contracts/publication-manifest';
import { addObjects, AddedObjects } from '../shared/add-objects';
import { DeclaredObjects, readManifest, sizesOf } from '../shared/declared-objects';
import { listObjects } from '../shared/store';
import { PublicationRecord, StoredRecord, readRecord, readRecords, recordKey, updateRecord } from './record';
import { removeWrittenObjects } from './remove';
import { removeStored } from './stored';
import { writeTable } from './table';

/**
 * Publishes all declared objects under the prefix, or none of them: after a failure, the written objects are removed. Texts such as
 * config.pbtxt are written after all other files, so that Triton cannot load an incomplete model if the function is interrupted. For an
 * open prefix (a prefix to which users may add models), the table of model names is written at the end.
 *
 * @returns a sentence that describes what was done
 */
export async function publish(properties: PublicationProperties, signal: AbortSignal): Promise<string> {
  const declared = await readManifest(properties);
  const isOpen = properties.Declaration !== undefined;
  const previousRecord = await readRecord(properties); // throws if the object is not a record
  const records = isOpen ? await readRecords(properties) : previousRecord ? [previousRecord] : [];
  if (!isOpen) await requireNoOtherObjects(properties, declared);
  let startedPaths: string[] = [];
  let result: AddedObjects;
  try {
    const recordedObjects = records.map(({ value }) => value);
    result = await addObjects(properties, declared, recordedObjects, signal, async (paths) => {
      startedPaths = paths;
      await updateRecord(properties, (current) => startedRecord(current, paths));
    });
    if (!isOpen) await requireNoOtherObjects(properties, declared);
    await markComplete(properties, result, declared, previousRecord !== undefined || startedPaths.length > 0);
  } catch (error) {
    await discardIncomplete(properties, startedPaths, previousRecord);
    throw error;
  }
  return describe(result, declared, isOpen);
}

/** The record of a publication before its objects are written: the objects at `paths` have no ETags yet. */
function startedRecord(current: PublicationRecord | undefined, paths: string[]): PublicationRecord {
  const { publishedAt = '', objects = {}, written = [], table } = current ?? {};
  const keptEntries = Object.entries(objects).filter(([path]) => !paths.includes(path));
  return {
    publishedAt,
    objects: Object.fromEntries(keptEntries),
    written: [...new Set([...written, ...paths])],
    table,
  };
}

/** Marks a publication as complete, and as the newest one of its group, that is, of the publications of the same model or open prefix. */
async function markComplete(
  properties: PublicationProperties,
  { objects, written }: AddedObjects,
  { manifest: { table } }: DeclaredObjects,
  wasStarted: boolean,
): Promise<void> {
  const record = { publishedAt: new Date().toISOString(), objects, written, table };
  await updateRecord(properties, (current) => {
    if (wasStarted && !current) throw new Error('its record was deleted during the deployment');
    return record;
  });
  if (properties.Declaration !== undefined) await writeTable(properties, record);
}

/**
 * Removes the objects that this invocation may have written, unless a concurrent invocation for the same event has completed the
 * publication.
 *
 * @param recordBefore the record before this invocation
 */
async function discardIncomplete(
  properties: PublicationProperties,
  startedPaths: string[],
  recordBefore?: StoredRecord,
): Promise<void> {
  const currentRecord = await readRecord(properties);
  const wasComplete = recordBefore !== undefined && recordBefore.value.publishedAt !== '';
  if (currentRecord && currentRecord.value.publishedAt !== '' && !wasComplete) return;
  // A concurrent deletion may have removed the record, but not the objects that this invocation wrote afterwards.
  const { Prefix: prefix, Bucket } = properties;
  const record = currentRecord ?? {
    key: recordKey(properties),
    etag: '',
    prefix,
    value: startedRecord(undefined, startedPaths),
  };
  const writtenPaths = wasComplete ? startedPaths : record.value.written;
  await removeWrittenObjects(
    properties,
    [{ ...record, value: { ...record.value, written: writtenPaths } }],
    await otherRecords(properties, record),
  );
  if (currentRecord && !wasComplete) await removeStored(Bucket, [currentRecord]);
}

async function otherRecords(properties: PublicationProperties, { key }: StoredRecord): Promise<StoredRecord[]> {
  return (await readRecords(properties)).filter((each) => each.key !== key);
}

/** @throws an error if an object is not in the manifest: Triton would load this object, and this library must not delete the object */
async function requireNoOtherObjects(
  { Bucket, Prefix }: PublicationProperties,
  declared: DeclaredObjects,
): Promise<void> {
  const expectedSizes = sizesOf(declared);
  const key = [...(await listObjects(Bucket, Prefix)).keys()].find(
    (each) => !expectedSizes.has(each.slice(Prefix.length)),
  );
  if (key !== undefined)
    throw new Error(`${key} does not belong to the model and is not from this stack; delete the object`);
}

function describe({ added, objects }: AddedObjects, { manifest }: DeclaredObjects, isOpen: boolean): string {
  const fileCount = Object.keys(objects).length;
  if (isOpen) return `${added} objects added, ${fileCount - added} existed already`;
  return added === 0
    ? `${fileCount} files existed already`
    : `${fileCount} files, ${manifest.copies.length} of them copied inside S3`;
}
