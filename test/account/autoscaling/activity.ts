import type { Activity, Scaling, Target } from './state';
import { describeVariant, setCount } from './variants';

const POLL = 30_000;
const PATIENCE = 60 * 60_000;
let activities = 0;

/** Sets the capacity of a target, and follows the endpoint until it has it. What fails is in the scaling activities. */
export async function scaleTo(scaling: Scaling, target: Target, count: number, cause: string): Promise<void> {
  const { world } = scaling;
  const live = await describeVariant(world, target.endpointName, target.variantName);
  if (target.isScaling || !live || live.count === count) return;
  const activity: Activity = {
    ...target.id,
    ActivityId: `activity-${++activities}`,
    Description: `Setting desired instance count to ${count}.`,
    Cause: cause,
    StartTime: new Date(world.now()),
    StatusCode: 'InProgress',
  };
  scaling.activities.unshift(activity);
  target.isScaling = true;
  try {
    await setCount(world, target, count);
    const reached = await isReached(scaling, target, count);
    activity.StatusCode = reached ? 'Successful' : 'Failed';
    activity.StatusMessage = reached
      ? `Successfully set desired instance count to ${count}. Change successfully fulfilled by sagemaker.`
      : 'Failed to set desired instance count: the endpoint has rolled back.';
    if (reached) target[count > live.count ? 'lastOut' : 'lastIn'] = world.now();
  } catch (error) {
    activity.StatusCode = 'Failed';
    activity.StatusMessage = `Failed to set desired instance count to ${count}. Reason: ${(error as Error).message}`;
  }
  activity.EndTime = new Date(world.now());
  target.isScaling = false;
}

async function isReached({ world }: Scaling, target: Target, count: number): Promise<boolean> {
  for (let waited = 0; waited < PATIENCE; waited += POLL) {
    await world.sleep(POLL);
    const live = await describeVariant(world, target.endpointName, target.variantName);
    if (!live) return false;
    if (live.status === 'InService') return live.count === count;
  }
  return false;
}

/** Brings the capacity between the minimum and the maximum. */
export async function keepWithin(scaling: Scaling, target: Target, cause: string): Promise<void> {
  const live = await describeVariant(scaling.world, target.endpointName, target.variantName);
  if (!live) return;
  const count = Math.min(target.max, Math.max(target.min, live.count));
  if (count !== live.count) await scaleTo(scaling, target, count, cause);
}
