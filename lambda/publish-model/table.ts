import type { PublicationProperties } from '../../lib/artifacts/publication-manifest';
import { groupOf } from '../shared/store';
import type { PublicationRecord } from './record';
import { isTexts, readStored, removeStored, saveStored } from './stored';

// The table of an open prefix: the path of each declared model's object, by the model's name.

function tableKey({ Prefix }: PublicationProperties): string {
  return `${groupOf(Prefix)}table.json`;
}

/** Writes the table of a publication, in the place of that of another one. */
export async function writeTable(properties: PublicationProperties, { table = {} }: PublicationRecord): Promise<void> {
  const { Bucket } = properties;
  const key = tableKey(properties);
  for (;;) {
    if (await saveStored(Bucket, key, table, await readStored(Bucket, key, isTexts))) return;
  }
}

/** Removes the table; what else has its name stays. */
export async function removeTable(properties: PublicationProperties): Promise<void> {
  const { Bucket } = properties;
  const stored = await readStored(Bucket, tableKey(properties), isTexts).catch(() => undefined);
  if (stored) await removeStored(Bucket, [stored]);
}
