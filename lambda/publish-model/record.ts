import { list, readBytes, write } from './store';

/** Says that a prefix is complete. It lies beside the prefix, so that no endpoint downloads it. */
interface PublicationRecord {
  readonly publishedAt: string;
}

/** Marks a prefix as complete, and as the newest of its group. */
export async function writeRecord(bucket: string, prefix: string): Promise<void> {
  const record: PublicationRecord = { publishedAt: new Date().toISOString() };
  await write(bucket, recordKey(prefix), JSON.stringify(record));
}

export async function hasRecord(bucket: string, prefix: string): Promise<boolean> {
  return (await list(bucket, recordKey(prefix))).size > 0;
}

/** The complete prefixes of a group, newest first. */
export async function completePrefixes(bucket: string, group: string, keys: string[]): Promise<string[]> {
  const records = keys.filter((key) => /^[^/]+\.json$/.test(key.slice(group.length)));
  const dated = await Promise.all(
    records.map(async (key) => {
      const text = new TextDecoder().decode(await readBytes(bucket, key));
      return { prefix: key.replace(/\.json$/, '/'), ...(JSON.parse(text) as PublicationRecord) };
    }),
  );
  return dated.sort((a, b) => b.publishedAt.localeCompare(a.publishedAt)).map(({ prefix }) => prefix);
}

export function recordKey(prefix: string): string {
  return prefix.replace(/\/$/, '.json');
}
