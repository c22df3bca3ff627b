import { S3ServiceException } from '@aws-sdk/client-s3';
import type { PublicationManifest, PublicationProperties } from '../../lib/contracts/publication-manifest';
import type { RecordedObjects } from '../shared/add-objects';
import { log } from '../shared/log';
import { groupPrefix, listIfBucketExists } from '../shared/store';
import { isStringMap, readStored, saveStored, StoredJson } from './stored';

/**
 * The record of a publication lists its objects. The record is stored next to the prefix, not under it, so that endpoints do not download
 * the record, and users who add models cannot change it. It is written before the first object, since this library removes only recorded
 * objects.
 */
export interface PublicationRecord extends RecordedObjects {
  /** The time of publication in ISO format; empty until all objects exist. */
  readonly publishedAt: string;
  /**
   * For clients of an open prefix, to which users may add models: the path of each declared model's object, by model name. Set when all
   * objects exist.
   */
  readonly table?: PublicationManifest['table'];
}

/** A record in S3. */
export interface StoredRecord extends StoredJson<PublicationRecord> {
  /** The prefix of the recorded objects. */
  readonly prefix: string;
}

/** Attempts to change a record that concurrent invocations for the same event also change. */
const ATTEMPTS = 10;

/** The key of the record of a publication. */
export function recordKey({ Prefix, Declaration: name }: PublicationProperties): string {
  return name === undefined ? Prefix.replace(/\/$/, '.json') : `${groupPrefix(Prefix)}declared/${name}.json`;
}

/**
 * The record of a publication; undefined if there is none.
 *
 * @throws if the object is not a record
 */
export async function readRecord(properties: PublicationProperties): Promise<StoredRecord | undefined> {
  const { Bucket, Prefix } = properties;
  const stored = await readStored(Bucket, recordKey(properties), isRecord);
  return stored && { ...stored, prefix: Prefix };
}

/** The records of all publications of a group, newest first, and incomplete ones last. Skips objects that are not records. */
export async function readRecords({
  Bucket,
  Prefix,
  Declaration: name,
}: PublicationProperties): Promise<StoredRecord[]> {
  const folder = name === undefined ? groupPrefix(Prefix) : `${groupPrefix(Prefix)}declared/`;
  const namePattern = name === undefined ? /^[0-9a-f]+\.json$/ : /^[^/]+\.json$/;
  const keys = [...(await listIfBucketExists(Bucket, folder)).keys()].filter((key) =>
    namePattern.test(key.slice(folder.length)),
  );
  const records = await Promise.all(
    keys.map(async (key): Promise<StoredRecord[]> => {
      const stored = await readStored(Bucket, key, isRecord).catch((error: Error) => skipInvalid(key, error));
      return stored ? [{ ...stored, prefix: name === undefined ? key.replace(/\.json$/, '/') : Prefix }] : [];
    }),
  );
  return records.flat().sort((a, b) => b.value.publishedAt.localeCompare(a.value.publishedAt));
}

/**
 * Changes or creates the record of a publication. If a concurrent invocation has changed the record meanwhile, applies the change to the
 * new record.
 */
export async function updateRecord(
  properties: PublicationProperties,
  change: (current: PublicationRecord | undefined) => PublicationRecord,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const current = await readRecord(properties);
    if (await saveStored(properties.Bucket, recordKey(properties), change(current?.value), current)) return;
  }
  throw new Error(`s3://${properties.Bucket}/${recordKey(properties)} is written by others all the time`);
}

/** Skips an invalid record, so that other objects can still be deleted. Transient errors of S3 are thrown again. */
function skipInvalid(key: string, error: Error): undefined {
  const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 500) : 0;
  if (status === 429 || status >= 500) throw error;
  log(`${key} is not a record of a publication, and is kept: ${error.message}`);
  return undefined;
}

function isRecord(value: unknown): value is PublicationRecord {
  const {
    publishedAt,
    objects,
    written,
    table = {},
  } = (value ?? {}) as Partial<Record<keyof PublicationRecord, unknown>>;
  const isWrittenValid = Array.isArray(written) && written.every((path) => typeof path === 'string');
  return typeof publishedAt === 'string' && isStringMap(objects) && isWrittenValid && isStringMap(table);
}
