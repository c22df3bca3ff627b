import type { Activity, ScalingState, Target } from './state';
import { describeCapacity, setCount } from './scaled-resources';

const POLL_INTERVAL = 30_000;
const ACTIVITY_TIMEOUT = 60 * 60_000;
let activityCount = 0;

/** Sets the capacity of a target, waits until the endpoint or component has this capacity, and records the result as a scaling activity. */
export async function scaleTo(state: ScalingState, target: Target, count: number, cause: string): Promise<void> {
  const { account } = state;
  const current = await describeCapacity(account, target.resource);
  if (target.isScaling || !current || current.count === count) return;
  const unit = target.resource.kind === 'component' ? 'copy' : 'instance';
  const activity: Activity = {
    ...target.id,
    ActivityId: `activity-${++activityCount}`,
    Description: `Setting desired ${unit} count to ${count}.`,
    Cause: cause,
    StartTime: new Date(account.now()),
    StatusCode: 'InProgress',
  };
  state.activities.unshift(activity);
  target.isScaling = true;
  if (count > current.count) target.countBeforeScaleOut = current.count;
  try {
    await setCount(account, target.resource, count);
    const isReached = await waitForCount(state, target, count);
    activity.StatusCode = isReached ? 'Successful' : 'Failed';
    activity.StatusMessage = isReached
      ? `Successfully set desired ${unit} count to ${count}. Change successfully fulfilled by sagemaker.`
      : `Failed to set desired ${unit} count: the change was rolled back.`;
    if (isReached) target[count > current.count ? 'lastScaleOut' : 'lastScaleIn'] = account.now();
  } catch (error) {
    activity.StatusCode = 'Failed';
    activity.StatusMessage = `Failed to set desired ${unit} count to ${count}. Reason: ${(error as Error).message}`;
  }
  activity.EndTime = new Date(account.now());
  target.isScaling = false;
}

async function waitForCount({ account }: ScalingState, target: Target, count: number): Promise<boolean> {
  for (let waitedMilliseconds = 0; waitedMilliseconds < ACTIVITY_TIMEOUT; waitedMilliseconds += POLL_INTERVAL) {
    await account.sleep(POLL_INTERVAL);
    const current = await describeCapacity(account, target.resource);
    if (!current || current.status === 'Failed') return false;
    if (current.status === 'InService') return current.count === count;
  }
  return false;
}

/** Changes a capacity outside the minimum and the maximum to the nearest bound. */
export async function keepWithinBounds(state: ScalingState, target: Target, cause: string): Promise<void> {
  const current = await describeCapacity(state.account, target.resource);
  if (!current) return;
  const count = Math.min(target.max, Math.max(target.min, current.count));
  if (count !== current.count) await scaleTo(state, target, count, cause);
}
