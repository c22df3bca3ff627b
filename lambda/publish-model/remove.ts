import type { PublicationProperties } from '../../lib/artifacts/publication-manifest';
import { etagsOfOwn, removeUnchanged } from '../shared/own-objects';
import { listIfThere } from '../shared/store';
import { PublicationRecord, Published, readRecord, readRecords, recordKey } from './record';
import { removeStored } from './stored';
import { removeTable, writeTable } from './table';

/** How often a removal begins again: a publication that is deleted while it is created may still change its record. */
const ATTEMPTS = 5;

/** What a removal did, in words, and whether no record changed meanwhile. */
interface Removal {
  readonly done: string;
  readonly isWhole: boolean;
}

async function untilWhole(removal: () => Promise<Removal>): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const { done, isWhole } = await removal();
    if (isWhole || attempt === ATTEMPTS) return done;
  }
}

/**
 * Removes what CloudFormation no longer needs, and nothing that others wrote. When the newest publication goes, the model or the endpoint
 * goes, and with it all of the group. When an older one goes, an update has replaced it: the newest stays, and as many before it as are to be
 * retained.
 *
 * @returns what was done, in words
 */
export async function remove(properties: PublicationProperties): Promise<string> {
  return untilWhole(() => removeOnce(properties));
}

async function removeOnce(properties: PublicationProperties): Promise<Removal> {
  const { Bucket, Retain } = properties;
  const records = await readRecords(properties);
  const complete = records.filter(({ value }) => value.publishedAt !== '');
  const allGo = complete.length === 0 || complete[0].key === recordKey(properties);
  const kept = allGo ? [] : complete.slice(0, 1 + Number(Retain));
  const gone = records.filter((record) => !kept.includes(record));
  // The records are deleted last, and the newest of them after the others: if this ends before, they still say what is left.
  const removed = await removeWritten(properties, gone, kept);
  if (allGo && properties.Declaration !== undefined) await removeTable(properties);
  const isWhole = await removeStored(Bucket, [...gone].reverse());
  return { done: `${removed}, ${kept.length} versions kept`, isWhole };
}

/**
 * Removes what one publication alone has declared, and leaves the others of its group. The names of an open prefix are again those of the
 * publication before it: CloudFormation need not publish that one again when it goes back.
 *
 * @returns what was done, in words
 */
export async function discard(properties: PublicationProperties): Promise<string> {
  return untilWhole(() => discardOnce(properties));
}

async function discardOnce(properties: PublicationProperties): Promise<Removal> {
  const own = await readRecord(properties).catch(() => undefined);
  if (!own) return { done: 'Nothing was published', isWhole: true };
  const others = (await readRecords(properties)).filter(({ key }) => key !== own.key);
  const removed = await removeWritten(properties, [own], others);
  if (properties.Declaration !== undefined) {
    const before = others.find(({ value }) => value.publishedAt !== '');
    await (before ? writeTable(properties, before.value) : removeTable(properties));
  }
  return { done: removed, isWhole: await removeStored(properties.Bucket, [own]) };
}

/**
 * Removes what records say was written, unless other records name it, too. An object that has another ETag by now is someone else's.
 *
 * @returns what was done, in words
 */
export async function removeWritten(
  { Bucket }: PublicationProperties,
  gone: readonly Published[],
  kept: readonly Published[],
): Promise<string> {
  const needed = new Set(kept.flatMap(({ prefix, value }) => Object.keys(value.objects).map((path) => prefix + path)));
  const removed = new Set<string>();
  const changed = new Set<string>();
  for (const { prefix, value } of gone) {
    const etags = await etagsOfWritten(Bucket, prefix, value, needed);
    const others = await removeUnchanged(Bucket, prefix, etags);
    for (const key of etags.keys()) (others.includes(key) ? changed : removed).add(key);
  }
  const [stays, ...more] = [...changed].filter((key) => !removed.has(key));
  const rest = more.length > 0 ? ` and ${more.length} more` : '';
  const note = stays === undefined ? '' : `; ${stays}${rest} changed since the deployment and stay`;
  return `${removed.size} objects removed${note}`;
}

async function etagsOfWritten(
  bucket: string,
  prefix: string,
  { written, objects }: PublicationRecord,
  needed: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const paths = written.filter((path) => !needed.has(prefix + path));
  const recorded = paths.filter((path) => objects[path]);
  const unrecorded = paths.filter((path) => !objects[path]).map((path) => prefix + path);
  const there = unrecorded.length > 0 ? await listIfThere(bucket, prefix) : new Map();
  const known = recorded.map((path) => [prefix + path, objects[path]] as const);
  return new Map([
    ...known,
    ...(await etagsOfOwn(
      bucket,
      unrecorded.filter((key) => there.has(key)),
    )),
  ]);
}
