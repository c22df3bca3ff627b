import type { PublicationProperties } from '../../lib/contracts/publication-manifest';
import { groupPrefix } from '../shared/store';
import type { PublicationRecord } from './record';
import { isStringMap, readStored, removeStored, saveStored } from './stored';

// The table of an open prefix (a prefix to which users may add models) maps the name of each declared model to the path of its object.

function tableKey({ Prefix }: PublicationProperties): string {
  return `${groupPrefix(Prefix)}table.json`;
}

/** Writes the table of a publication, and replaces the table of the previous one. */
export async function writeTable(properties: PublicationProperties, { table = {} }: PublicationRecord): Promise<void> {
  const { Bucket } = properties;
  const key = tableKey(properties);
  for (;;) {
    if (await saveStored(Bucket, key, table, await readStored(Bucket, key, isStringMap))) return;
  }
}

/** Removes the table, if this library wrote it. */
export async function removeTable(properties: PublicationProperties): Promise<void> {
  const { Bucket } = properties;
  const stored = await readStored(Bucket, tableKey(properties), isStringMap).catch(() => undefined);
  if (stored) await removeStored(Bucket, [stored]);
}
