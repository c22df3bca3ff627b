import type { EngineProperties } from '../../lib/engine/engine-properties';
import { RECORD } from '../../lib/engine/engine-properties';
import { groupOf, list, listIfThere, readJson, removeAll, write } from '../shared/store';
import { isClaimed } from './claims';

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
    const { since, stackId } = await readJson<Unused>(Bucket, key);
    const isOld = Date.now() - Date.parse(since) > Number(UnusedDays) * MILLISECONDS_A_DAY;
    const prefix = key.slice(0, -MARK.length);
    if ((!isOld && stackId !== goingStackId) || (await isClaimed(Bucket, prefix))) continue;
    await removeEngine(Bucket, prefix);
    removed++;
  }
  return removed;
}

/** The record goes first, so that nobody finds half an engine, and the mark last, so that the rest is found again. */
async function removeEngine(bucket: string, prefix: string): Promise<void> {
  const mark = prefix + MARK;
  await removeAll(bucket, [prefix + RECORD]);
  const rest = [...(await list(bucket, prefix)).keys()].filter((key) => key !== mark);
  await removeAll(bucket, rest);
  await removeAll(bucket, [mark]);
}
