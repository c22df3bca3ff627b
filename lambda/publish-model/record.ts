import type { PublicationProperties } from '../../lib/artifacts/publication-manifest';
import { groupOf, listIfThere, readJson, removeAll, write } from '../shared/store';

/**
 * Says what the stack wrote below a prefix, from before the first file on: nothing else is ever removed. It lies beside the prefix, so
 * that no endpoint downloads it.
 */
interface PublicationRecord {
  /** Paths below the prefix. */
  readonly files: string[];
  /** Absent until all files are there. */
  readonly publishedAt?: string;
}

/** A record that was read. */
export interface Published extends PublicationRecord {
  readonly prefix: string;
}

/** Says what is about to be written below a prefix. */
export async function beginRecord(bucket: string, prefix: string, files: string[]): Promise<void> {
  await writeRecord(bucket, prefix, { files });
}

/** Marks a prefix as complete, and as the newest of its group. */
export async function completeRecord(bucket: string, prefix: string, files: string[]): Promise<void> {
  await writeRecord(bucket, prefix, { files, publishedAt: new Date().toISOString() });
}

export async function readRecord(bucket: string, prefix: string): Promise<Published | undefined> {
  const key = recordKey(prefix);
  return (await listIfThere(bucket, key)).has(key)
    ? { prefix, ...(await readJson<PublicationRecord>(bucket, key)) }
    : undefined;
}

/** What the stack wrote below the prefixes of a group: the complete ones first, newest first. */
export async function readRecords({ Bucket, Prefix }: PublicationProperties): Promise<Published[]> {
  const group = groupOf(Prefix);
  const keys = [...(await listIfThere(Bucket, group)).keys()];
  const names = keys.filter((key) => /^[0-9a-f]+\.json$/.test(key.slice(group.length)));
  const records = await Promise.all(
    names.map(async (key) => ({
      prefix: key.replace(/\.json$/, '/'),
      ...(await readJson<PublicationRecord>(Bucket, key)),
    })),
  );
  return records.sort((one, other) => (other.publishedAt ?? '').localeCompare(one.publishedAt ?? ''));
}

/** Removes what a record names, and then the record: if it ends before, the record still says what is left. */
export async function removeRecorded(bucket: string, { prefix, files }: Published): Promise<number> {
  await removeAll(
    bucket,
    files.map((path) => prefix + path),
  );
  await removeAll(bucket, [recordKey(prefix)]);
  return files.length;
}

function recordKey(prefix: string): string {
  return prefix.replace(/\/$/, '.json');
}

async function writeRecord(bucket: string, prefix: string, record: PublicationRecord): Promise<void> {
  await write(bucket, recordKey(prefix), JSON.stringify(record));
}
