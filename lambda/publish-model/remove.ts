import type { PublicationProperties } from '../../lib/artifacts/publication-manifest';
import { readRecord, readRecords, removeRecorded } from './record';

/**
 * Removes what CloudFormation no longer needs. When the newest prefix goes, the model goes, and with it all prefixes of the
 * group. When an older one goes, an update has replaced it: the newest stays, and as many before it as are to be retained.
 *
 * @returns what was done, in words
 */
export async function remove(properties: PublicationProperties): Promise<string> {
  const { Bucket, Prefix, Retain } = properties;
  const records = await readRecords(properties);
  const complete = records.filter(({ publishedAt }) => publishedAt !== undefined);
  const modelGoes = complete.length === 0 || complete[0].prefix === Prefix;
  const kept = modelGoes ? [] : complete.slice(0, 1 + Number(Retain));
  let removed = 0;
  for (const record of records) {
    if (!kept.includes(record)) removed += await removeRecorded(Bucket, record);
  }
  return `${removed} files removed, ${kept.length} versions kept`;
}

/**
 * Removes one prefix, and leaves the others of its group.
 *
 * @returns what was done, in words
 */
export async function discard({ Bucket, Prefix }: PublicationProperties): Promise<string> {
  const record = await readRecord(Bucket, Prefix);
  if (!record) return 'Nothing was published';
  return `${await removeRecorded(Bucket, record)} files removed`;
}
