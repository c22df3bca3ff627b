import type { EngineProperties } from '../../lib/contracts/engine-properties';
import { log } from '../shared/log';
import {
  groupPrefix,
  listIfBucketExists,
  readJson,
  removeObjects,
  readUnlessDeleted,
  writeObject,
} from '../shared/store';
import { isClaimed } from './claims';
import { removeEngine } from './remove-engine';

const DAY_MILLISECONDS = 86_400_000;
const MARK = 'unused.json';

/** The content of the object that marks an engine as unused. */
interface Mark {
  readonly since: string;
  /** The last stack that used the engine. */
  readonly stackId: string;
}

export async function markUnused({ Bucket, Prefix }: EngineProperties, stackId: string): Promise<void> {
  const mark: Mark = { since: new Date().toISOString(), stackId };
  await writeObject(Bucket, Prefix + MARK, JSON.stringify(mark));
}

/** Removes the mark of an engine that is used again. */
export async function unmarkUnused({ Bucket, Prefix }: EngineProperties): Promise<void> {
  await removeObjects(Bucket, [Prefix + MARK]);
}

/**
 * Removes unused engines from the group of an engine, that is, the engines under the same prefix. Removes the engines that have been unused
 * for `UnusedDays`, and all unused engines that the deleted stack used last.
 *
 * @returns the number of removed engines
 */
export async function removeUnused(properties: EngineProperties, deletedStackId?: string): Promise<number> {
  const { Bucket, Prefix, UnusedDays } = properties;
  const group = groupPrefix(Prefix);
  const marks = [...(await listIfBucketExists(Bucket, group)).keys()].filter((key) => key.endsWith(`/${MARK}`));
  let removedCount = 0;
  for (const key of marks) {
    const mark = await readMark(Bucket, key);
    if (!mark) continue;
    const { since, stackId } = mark;
    const isOld = Date.now() - Date.parse(since) > Number(UnusedDays) * DAY_MILLISECONDS;
    const prefix = key.slice(0, -MARK.length);
    if ((!isOld && stackId !== deletedStackId) || (await isClaimed(Bucket, prefix))) continue;
    await removeEngine(Bucket, prefix, key);
    removedCount++;
  }
  return removedCount;
}

/**
 * Reads the mark of an engine. Returns undefined if a concurrent invocation has removed the mark, or if the mark is invalid: the engine is
 * then kept.
 */
async function readMark(bucket: string, key: string): Promise<Mark | undefined> {
  const read = readUnlessDeleted(bucket, key, () => readJson<Partial<Mark> | null>(bucket, key));
  const mark = await read.catch((error: Error) => {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  });
  if (mark === undefined) return undefined;
  if (typeof mark?.since === 'string' && typeof mark.stackId === 'string') return mark as Mark;
  log(`s3://${bucket}/${key} does not contain since when its engine is unused, and the engine is kept`);
  return undefined;
}
