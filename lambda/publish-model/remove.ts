import type { PublicationProperties } from '../../lib/contracts/publication-manifest';
import { etagsOfLibraryObjects, removeUnlessChanged } from '../shared/own-objects';
import { listIfBucketExists, Listing } from '../shared/store';
import { PublicationRecord, StoredRecord, readRecord, readRecords, recordKey } from './record';
import { removeStored } from './stored';
import { removeTable, writeTable } from './table';

/** The maximum number of attempts at a removal while concurrent publications change the records. */
const ATTEMPTS = 5;

interface Removal {
  /** A sentence that describes what was removed. */
  readonly description: string;
  /** False if a record has changed during the removal. */
  readonly isComplete: boolean;
}

async function untilComplete(attemptRemoval: () => Promise<Removal>): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const { description, isComplete } = await attemptRemoval();
    if (isComplete || attempt === ATTEMPTS) return description;
  }
}

/**
 * Removes the publications of a group (of the same model or open prefix) that CloudFormation no longer needs. If CloudFormation deletes the
 * newest publication, it also deletes the model or the endpoint, so all publications of the group are removed. If CloudFormation deletes an
 * older publication, as after an update, the newest publication and `Retain` previous publications are kept.
 *
 * @returns a sentence that describes what was done
 */
export async function removeUnusedVersions(properties: PublicationProperties): Promise<string> {
  return untilComplete(() => removeUnusedVersionsOnce(properties));
}

async function removeUnusedVersionsOnce(properties: PublicationProperties): Promise<Removal> {
  const { Bucket, Retain } = properties;
  const records = await readRecords(properties);
  const completeRecords = records.filter(({ value }) => value.publishedAt !== '');
  const isNewest = completeRecords.length === 0 || completeRecords[0].key === recordKey(properties);
  const keptRecords = isNewest ? [] : completeRecords.slice(0, 1 + Number(Retain));
  const obsoleteRecords = records.filter((record) => !keptRecords.includes(record));
  // The records are deleted last, and the newest record after all others: if this function is interrupted, a repeated removal still finds
  // all objects.
  const removedText = await removeWrittenObjects(properties, obsoleteRecords, keptRecords);
  if (isNewest && properties.Declaration !== undefined) await removeTable(properties);
  const isComplete = await removeStored(Bucket, [...obsoleteRecords].reverse());
  return { description: `${removedText}, ${keptRecords.length} versions kept`, isComplete };
}

/**
 * Removes only this publication, and keeps the other publications of the group. For an open prefix, restores the table of model names of
 * the previous publication: in a rollback, CloudFormation may not publish the previous version again.
 *
 * @returns a sentence that describes what was done
 */
export async function removeThisVersion(properties: PublicationProperties): Promise<string> {
  return untilComplete(() => removeThisVersionOnce(properties));
}

async function removeThisVersionOnce(properties: PublicationProperties): Promise<Removal> {
  const ownRecord = await readRecord(properties).catch(() => undefined);
  if (!ownRecord) return { description: 'Nothing was published', isComplete: true };
  const otherRecords = (await readRecords(properties)).filter(({ key }) => key !== ownRecord.key);
  const removedText = await removeWrittenObjects(properties, [ownRecord], otherRecords);
  if (properties.Declaration !== undefined) {
    const previous = otherRecords.find(({ value }) => value.publishedAt !== '');
    await (previous ? writeTable(properties, previous.value) : removeTable(properties));
  }
  return { description: removedText, isComplete: await removeStored(properties.Bucket, [ownRecord]) };
}

/**
 * Removes the objects of obsolete records. Keeps objects that the kept records also contain, and objects that have changed since they were
 * written.
 *
 * @returns a sentence that describes what was done
 */
export async function removeWrittenObjects(
  { Bucket }: PublicationProperties,
  obsolete: readonly StoredRecord[],
  kept: readonly StoredRecord[],
): Promise<string> {
  const neededKeys = new Set(
    kept.flatMap(({ prefix, value }) => Object.keys(value.objects).map((path) => prefix + path)),
  );
  const removedKeys = new Set<string>();
  const changedKeys = new Set<string>();
  for (const { prefix, value } of obsolete) {
    const etags = await etagsOfWritten(Bucket, prefix, value, neededKeys);
    const keptKeys = await removeUnlessChanged(Bucket, prefix, etags);
    for (const key of etags.keys()) (keptKeys.includes(key) ? changedKeys : removedKeys).add(key);
  }
  const [first, ...more] = [...changedKeys].filter((key) => !removedKeys.has(key));
  const moreText = more.length > 0 ? ` and ${more.length} more` : '';
  const note = first === undefined ? '' : `; ${first}${moreText} changed since the deployment and stay`;
  return `${removedKeys.size} objects removed${note}`;
}

async function etagsOfWritten(
  bucket: string,
  prefix: string,
  { written, objects }: PublicationRecord,
  neededKeys: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const paths = written.filter((path) => !neededKeys.has(prefix + path));
  const recordedPaths = paths.filter((path) => objects[path]);
  const unrecordedKeys = paths.filter((path) => !objects[path]).map((path) => prefix + path);
  const listing: Listing = unrecordedKeys.length > 0 ? await listIfBucketExists(bucket, prefix) : new Map();
  const recordedEtags = recordedPaths.map((path) => [prefix + path, objects[path]] as const);
  return new Map([
    ...recordedEtags,
    ...(await etagsOfLibraryObjects(
      bucket,
      unrecordedKeys.filter((key) => listing.has(key)),
    )),
  ]);
}
