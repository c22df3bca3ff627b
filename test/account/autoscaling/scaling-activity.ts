import type { Activity, ScalingState, Target } from './state';
import { describeVariant, setCount } from './endpoint-variants';

const POLL_INTERVAL = 30_000;
const ACTIVITY_TIMEOUT = 60 * 60_000;
let activityCount = 0;

/** Sets the capacity of a target, waits until the endpoint has this capacity, and records the result as a scaling activity. */
export async function scaleTo(state: ScalingState, target: Target, count: number, cause: string): Promise<void> {
  const { account } = state;
  const variant = await describeVariant(account, target.endpointName, target.variantName);
  if (target.isScaling || !variant || variant.count === count) return;
  const activity: Activity = {
    ...target.id,
    ActivityId: `activity-${++activityCount}`,
    Description: `Setting desired instance count to ${count}.`,
    Cause: cause,
    StartTime: new Date(account.now()),
    StatusCode: 'InProgress',
  };
  state.activities.unshift(activity);
  target.isScaling = true;
  if (count > variant.count) target.countBeforeScaleOut = variant.count;
  try {
    await setCount(account, target, count);
    const isReached = await waitForCount(state, target, count);
    activity.StatusCode = isReached ? 'Successful' : 'Failed';
    activity.StatusMessage = isReached
      ? `Successfully set desired instance count to ${count}. Change successfully fulfilled by sagemaker.`
      : 'Failed to set desired instance count: the endpoint has rolled back.';
    if (isReached) target[count > variant.count ? 'lastScaleOut' : 'lastScaleIn'] = account.now();
  } catch (error) {
    activity.StatusCode = 'Failed';
    activity.StatusMessage = `Failed to set desired instance count to ${count}. Reason: ${(error as Error).message}`;
  }
  activity.EndTime = new Date(account.now());
  target.isScaling = false;
}

async function waitForCount({ account }: ScalingState, target: Target, count: number): Promise<boolean> {
  for (let waitedMilliseconds = 0; waitedMilliseconds < ACTIVITY_TIMEOUT; waitedMilliseconds += POLL_INTERVAL) {
    await account.sleep(POLL_INTERVAL);
    const variant = await describeVariant(account, target.endpointName, target.variantName);
    if (!variant) return false;
    if (variant.status === 'InService') return variant.count === count;
  }
  return false;
}

/** Changes a capacity outside the minimum and the maximum to the nearest bound. */
export async function keepWithinBounds(state: ScalingState, target: Target, cause: string): Promise<void> {
  const variant = await describeVariant(state.account, target.endpointName, target.variantName);
  if (!variant) return;
  const count = Math.min(target.max, Math.max(target.min, variant.count));
  if (count !== variant.count) await scaleTo(state, target, count, cause);
}
