import { S3ServiceException } from '@aws-sdk/client-s3';
import type { PublicationManifest, PublicationProperties } from '../../lib/artifacts/publication-manifest';
import type { KnownObjects } from '../shared/add-objects';
import { log } from '../shared/log';
import { groupOf, listIfThere } from '../shared/store';
import { isTexts, readStored, saveStored, Stored } from './stored';

/**
 * What one publication declared. It is stored beside the prefix, so that no endpoint downloads it and who adds models cannot write it, and from
 * before the first object on: nothing but what it names as written is ever removed.
 */
export interface PublicationRecord extends KnownObjects {
  /** Empty until all objects are there. */
  readonly publishedAt: string;
  /** Names of models by their objects, for who invokes; only of an open prefix, when all objects are there. */
  readonly table?: PublicationManifest['table'];
}

/** A record that was read. */
export interface Published extends Stored<PublicationRecord> {
  /** Of the objects that it names. */
  readonly prefix: string;
}

/** How often a record is written that another run of the same event changes meanwhile. */
const ATTEMPTS = 10;

/** Where a publication says what it declared. */
export function recordKey({ Prefix, Declaration: name }: PublicationProperties): string {
  return name === undefined ? Prefix.replace(/\/$/, '.json') : `${groupOf(Prefix)}declared/${name}.json`;
}

/**
 * The record of a publication; undefined if there is none.
 *
 * @throws when something else is stored there
 */
export async function readRecord(properties: PublicationProperties): Promise<Published | undefined> {
  const { Bucket, Prefix } = properties;
  const stored = await readStored(Bucket, recordKey(properties), isRecord);
  return stored && { ...stored, prefix: Prefix };
}

/** The records of all publications of a group: the complete ones first, newest first. What is no record is not concerned. */
export async function readRecords({ Bucket, Prefix, Declaration: name }: PublicationProperties): Promise<Published[]> {
  const folder = name === undefined ? groupOf(Prefix) : `${groupOf(Prefix)}declared/`;
  const names = name === undefined ? /^[0-9a-f]+\.json$/ : /^[^/]+\.json$/;
  const keys = [...(await listIfThere(Bucket, folder)).keys()].filter((key) => names.test(key.slice(folder.length)));
  const records = await Promise.all(
    keys.map(async (key): Promise<Published[]> => {
      const stored = await readStored(Bucket, key, isRecord).catch((error: Error) => skip(key, error));
      return stored ? [{ ...stored, prefix: name === undefined ? key.replace(/\.json$/, '/') : Prefix }] : [];
    }),
  );
  return records.flat().sort((one, other) => other.value.publishedAt.localeCompare(one.value.publishedAt));
}

/** Changes the record of a publication, or creates it. Two runs of the same event change it one after the other. */
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

/** What cannot be read never keeps other objects from being deleted. S3 itself may fail, which passes. */
function skip(key: string, error: Error): undefined {
  const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 500) : 0;
  if (status === 429 || status >= 500) throw error;
  log(`${key} is not a record of a publication, and stays: ${error.message}`);
  return undefined;
}

function isRecord(value: unknown): value is PublicationRecord {
  const {
    publishedAt,
    objects,
    written,
    table = {},
  } = (value ?? {}) as Partial<Record<keyof PublicationRecord, unknown>>;
  const isList = Array.isArray(written) && written.every((path) => typeof path === 'string');
  return typeof publishedAt === 'string' && isTexts(objects) && isList && isTexts(table);
}
