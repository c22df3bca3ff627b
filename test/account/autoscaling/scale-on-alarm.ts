import type { AlarmAction } from '../cloudwatch/cloudwatch';
import { scaleTo } from './scaling-activity';
import type { StepScaling, TargetTracking } from './inputs';
import { Policy, ScalingState, serviceLinkedRole, Target } from './state';
import { describeCapacity } from './scaled-resources';

/** Default cooldown of SageMaker variants and inference components in seconds, for both directions. */
const DEFAULT_COOLDOWN = 300;

/** The capacity that a policy requests, and the cause of a scaling activity to this capacity. */
interface Request {
  readonly count: number;
  readonly cause: string;
}

/**
 * Scales targets when alarms invoke their policies, unless scaling is suspended, in cooldown or already in progress. If alarms invoke several
 * policies of a target at the same time, the largest capacity is used.
 */
export async function scaleOnAlarms(state: ScalingState, actions: readonly AlarmAction[]): Promise<void> {
  await Promise.all([...state.targets.values()].map((target) => scaleTarget(state, target, actions)));
}

async function scaleTarget(state: ScalingState, target: Target, actions: readonly AlarmAction[]): Promise<void> {
  const policies = new Map([...target.policies.values()].map((policy) => [policy.arn, policy]));
  const requests: Request[] = [];
  for (const action of actions) {
    const policy = policies.get(action.actionArn);
    if (!policy || action.state !== 'ALARM') continue;
    const count = await requestedCount(state, target, policy, action);
    const cause = `monitor alarm ${action.alarmName} in state ALARM triggered policy ${policy.name}`;
    if (count !== undefined) requests.push({ count, cause });
    const limited = await countWithinBounds(state, target);
    if (limited !== undefined) requests.push({ count: limited, cause });
  }
  const [largest] = requests.sort((a, b) => b.count - a.count);
  if (requests.length > 0) await scaleTo(state, target, largest.count, largest.cause);
}

/**
 * The nearest bound of a capacity outside the minimum and the maximum. The invocation of a policy corrects such a capacity, unless scaling is
 * suspended or in progress.
 */
async function countWithinBounds({ account }: ScalingState, target: Target): Promise<number | undefined> {
  const current = await describeCapacity(account, target.resource);
  if (!current || target.isScaling) return undefined;
  const count = Math.min(target.max, Math.max(target.min, current.count));
  return count === current.count || isSuspended(target, count > current.count) ? undefined : count;
}

/** The capacity that a policy requests. Undefined if it does not differ, or if the policy may not change the capacity now. */
async function requestedCount(
  state: ScalingState,
  target: Target,
  policy: Policy,
  action: AlarmAction,
): Promise<number | undefined> {
  const { account } = state;
  const current = await describeCapacity(account, target.resource);
  if (!current || target.isScaling) return undefined;
  const { TargetTrackingScalingPolicyConfiguration: tracking, StepScalingPolicyConfiguration: step } = policy.input;
  const desiredCountFrom = (count: number): Promise<number | undefined> | number | undefined =>
    tracking
      ? targetTrackingCount(state, target, policy, tracking, action, count)
      : stepScalingCount(step, action, count);
  const withinBounds = (count: number): number => Math.min(target.max, Math.max(target.min, count));
  const desiredCount = await desiredCountFrom(current.count);
  if (desiredCount === undefined) return undefined;
  const count = withinBounds(desiredCount);
  if (count === current.count || isSuspended(target, count > current.count)) return undefined;
  const isScaleOut = count > current.count;
  const cooldown = isScaleOut
    ? (tracking?.ScaleOutCooldown ?? step?.Cooldown)
    : (tracking?.ScaleInCooldown ?? step?.Cooldown);
  const lastActivity = isScaleOut ? target.lastScaleOut : Math.max(target.lastScaleIn, target.lastScaleOut);
  if (account.now() - lastActivity >= (cooldown ?? DEFAULT_COOLDOWN) * 1000) return count;
  // In the cooldown of a scale-out activity, only a larger scale-out is possible, of which the added capacity is a part.
  if (!isScaleOut) return undefined;
  const largerCount = tracking
    ? Math.ceil((current.count * (action.value ?? 0)) / tracking.TargetValue - 1e-9)
    : await desiredCountFrom(target.countBeforeScaleOut);
  const isAllowed = !tracking || account.isSwitchedOn('autoscaling.tracking-is-proportional');
  return isAllowed && largerCount !== undefined && withinBounds(largerCount) > current.count
    ? withinBounds(largerCount)
    : undefined;
}

function isSuspended({ suspended }: Target, isScaleOut: boolean): boolean {
  return (isScaleOut ? suspended.DynamicScalingOutSuspended : suspended.DynamicScalingInSuspended) ?? false;
}

async function targetTrackingCount(
  state: ScalingState,
  target: Target,
  policy: Policy,
  { TargetValue }: TargetTracking,
  { alarmName, value = 0 }: AlarmAction,
  count: number,
): Promise<number | undefined> {
  const isProportional = state.account.isSwitchedOn('autoscaling.tracking-is-proportional');
  const requiredCount = Math.ceil((count * value) / TargetValue - 1e-9);
  if (alarmName.includes('-AlarmHigh-')) return Math.max(count + 1, isProportional ? requiredCount : 0);
  // Capacity is kept if one instance less would bring the metric above the target.
  if (requiredCount >= count) return undefined;
  // Capacity is removed only if the scale-in alarms of all policies are in ALARM.
  const otherPolicies = [...target.policies.values()].filter(
    (otherPolicy) => otherPolicy !== policy && otherPolicy.alarms.length > 1,
  );
  const names = otherPolicies.map(({ alarms }) => alarms[1].AlarmName);
  if (names.length > 0 && !(await areInAlarm(state, names))) return undefined;
  return isProportional ? requiredCount : count - 1;
}

async function areInAlarm({ account }: ScalingState, names: readonly string[]): Promise<boolean> {
  const { MetricAlarms = [] } = await account.call({
    principal: serviceLinkedRole(account),
    service: 'cloudwatch',
    operation: 'DescribeAlarms',
    input: { AlarmNames: names },
  });
  const alarms = MetricAlarms as { StateValue: string }[];
  return alarms.length === names.length && alarms.every(({ StateValue }) => StateValue === 'ALARM');
}

/** The capacity after the adjustment of the step that matches. The interval of a step is relative to the threshold of the alarm. */
function stepScalingCount(
  step: StepScaling | undefined,
  { value, threshold = 0 }: AlarmAction,
  count: number,
): number | undefined {
  if (value === undefined) return undefined; // an alarm can be in ALARM because of missing data
  const distance = value - threshold;
  const adjustment = step?.StepAdjustments?.find(
    ({ MetricIntervalLowerBound: from = -Infinity, MetricIntervalUpperBound: to = Infinity }) =>
      distance >= 0 ? distance >= from && distance < to : distance > from && distance <= to,
  );
  if (!step || !adjustment) return undefined;
  const { ScalingAdjustment: adjustBy } = adjustment;
  switch (step.AdjustmentType) {
    case 'ExactCapacity':
      return adjustBy;
    case 'PercentChangeInCapacity': {
      const exact = (count * adjustBy) / 100;
      const rounded = Math.abs(exact) < 1 ? Math.sign(exact) : Math.trunc(exact);
      return count + Math.sign(rounded) * Math.max(Math.abs(rounded), step.MinAdjustmentMagnitude ?? 0);
    }
    default:
      return count + adjustBy;
  }
}
