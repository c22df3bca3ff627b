import type { EngineProperties } from '../../lib/engine/engine-properties';
import { log } from '../shared/log';
import { groupOf, listIfThere, readJson, removeAll, unlessDeleted, write } from '../shared/store';
import { isClaimed } from './claims';
import { removeEngine } from './remove-engine';

const MILLISECONDS_A_DAY = 86_400_000;
const MARK = 'unused.json';

/** Says since when no resource uses an engine, and which stack was the last one that did. */
interface Unused {
  readonly since: string;
  readonly stackId: string;
}

export async function markUnused({ Bucket, Prefix }: EngineProperties, stackId: string): Promise<void> {
  const mark: Unused = { since: new Date().toISOString(), stackId };
  await write(Bucket, Prefix + MARK, JSON.stringify(mark));
}

/** The engine is used again. */
export async function keepUsed({ Bucket, Prefix }: EngineProperties): Promise<void> {
  await removeAll(Bucket, [Prefix + MARK]);
}

/** Removes the engines beside one that no resource has used for as long as they are to be kept; those of a stack that goes at once. */
export async function removeUnused(properties: EngineProperties, goingStackId?: string): Promise<number> {
  const { Bucket, Prefix, UnusedDays } = properties;
  const group = groupOf(Prefix);
  const marks = [...(await listIfThere(Bucket, group)).keys()].filter((key) => key.endsWith(`/${MARK}`));
  let removed = 0;
  for (const key of marks) {
    const mark = await readMark(Bucket, key);
    if (!mark) continue;
    const { since, stackId } = mark;
    const isOld = Date.now() - Date.parse(since) > Number(UnusedDays) * MILLISECONDS_A_DAY;
    const prefix = key.slice(0, -MARK.length);
    if ((!isOld && stackId !== goingStackId) || (await isClaimed(Bucket, prefix))) continue;
    await removeEngine(Bucket, prefix, key);
    removed++;
  }
  return removed;
}

/** Undefined if it says nothing: the engine stays, and keeps no other one from being removed. Another function may have removed both. */
async function readMark(bucket: string, key: string): Promise<Unused | undefined> {
  const read = unlessDeleted(bucket, key, () => readJson<Partial<Unused> | null>(bucket, key));
  const mark = await read.catch((error: Error) => {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  });
  if (mark === undefined) return undefined;
  if (typeof mark?.since === 'string' && typeof mark.stackId === 'string') return mark as Unused;
  log(`s3://${bucket}/${key} does not say since when its engine is unused, and the engine stays`);
  return undefined;
}
