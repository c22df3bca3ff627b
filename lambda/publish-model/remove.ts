import type { PublicationProperties } from '../../lib/artifacts/publication-manifest';
import { completePrefixes, recordKey } from './record';
import { list, removeAll } from './store';

/**
 * Removes what CloudFormation no longer needs. When the newest prefix goes, the model goes, and with it all prefixes of the
 * group. When an older one goes, an update has replaced it: the newest stays, and as many before it as are to be retained.
 *
 * @returns what was done, in words
 */
export async function remove({ Bucket, Prefix, Retain }: PublicationProperties): Promise<string> {
  const group = Prefix.slice(0, Prefix.lastIndexOf('/', Prefix.length - 2) + 1);
  const keys = [...(await listIfThere(Bucket, group)).keys()];
  const complete = await completePrefixes(Bucket, group, keys);
  const modelGoes = complete.length === 0 || complete[0] === Prefix;
  const kept = modelGoes ? [] : complete.slice(0, 1 + Number(Retain));
  const isKept = (key: string): boolean => kept.some((prefix) => key.startsWith(prefix) || key === recordKey(prefix));
  // The records go first: what has none counts as incomplete.
  const removed = keys.filter((key) => !isKept(key)).sort((a, b) => depth(a) - depth(b));
  await removeAll(Bucket, removed);
  return `${removed.length} objects removed, ${kept.length} versions kept`;
}

/**
 * Removes one prefix, and leaves the others of its group.
 *
 * @returns what was done, in words
 */
export async function discard({ Bucket, Prefix }: PublicationProperties): Promise<string> {
  const keys = [...(await listIfThere(Bucket, Prefix)).keys()];
  if (keys.length === 0) return 'Nothing was published';
  await removeAll(Bucket, [recordKey(Prefix)]);
  await removeAll(Bucket, keys);
  return `${keys.length} objects removed`;
}

function depth(key: string): number {
  return key.split('/').length;
}

export async function listIfThere(bucket: string, prefix: string): Promise<Map<string, number>> {
  return list(bucket, prefix).catch((error: Error) => {
    if (error.name === 'NoSuchBucket') return new Map<string, number>();
    throw error;
  });
}
