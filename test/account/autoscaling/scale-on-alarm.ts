import type { AlarmAction } from '../cloudwatch/cloudwatch';
import { scaleTo } from './scaling-activity';
import type { StepScaling, TargetTracking } from './inputs';
import { Policy, ScalingState, serviceLinkedRole, Target } from './state';
import { describeVariant } from './endpoint-variants';

/** Default cooldown of SageMaker variants in seconds, for both directions. */
const DEFAULT_COOLDOWN = 300;

/** Scales a target when an alarm invokes its policy, unless scaling is suspended, in cooldown or already in progress. */
export async function scaleOnAlarm(state: ScalingState, action: AlarmAction): Promise<void> {
  const { account, targets } = state;
  const match = [...targets.values()]
    .flatMap((target) => [...target.policies.values()].map((policy) => ({ target, policy })))
    .find(({ policy }) => policy.arn === action.actionArn);
  if (!match || action.state !== 'ALARM') return;
  const { target, policy } = match;
  const variant = await describeVariant(account, target.endpointName, target.variantName);
  if (!variant || target.isScaling) return;
  const { TargetTrackingScalingPolicyConfiguration: tracking, StepScalingPolicyConfiguration: step } = policy.input;
  const desiredCountFrom = (count: number): Promise<number | undefined> | number | undefined =>
    tracking
      ? targetTrackingCount(state, target, policy, tracking, action, count)
      : stepScalingCount(step, action, count);
  const withinBounds = (count: number): number => Math.min(target.max, Math.max(target.min, count));
  const desiredCount = await desiredCountFrom(variant.count);
  if (desiredCount === undefined) return;
  let count = withinBounds(desiredCount);
  if (count === variant.count || isSuspended(target, count > variant.count)) return;
  const isScaleOut = count > variant.count;
  const cooldown = isScaleOut
    ? (tracking?.ScaleOutCooldown ?? step?.Cooldown)
    : (tracking?.ScaleInCooldown ?? step?.Cooldown);
  const lastActivity = isScaleOut ? target.lastScaleOut : Math.max(target.lastScaleIn, target.lastScaleOut);
  if (account.now() - lastActivity < (cooldown ?? DEFAULT_COOLDOWN) * 1000) {
    // In the cooldown of a scale-out activity, only a larger scale-out is possible, of which the added capacity is a part.
    const largerCount = isScaleOut ? await desiredCountFrom(target.countBeforeScaleOut) : undefined;
    if (largerCount === undefined || withinBounds(largerCount) <= variant.count) return;
    count = withinBounds(largerCount);
  }
  await scaleTo(
    state,
    target,
    count,
    `monitor alarm ${action.alarmName} in state ALARM triggered policy ${policy.name}`,
  );
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
  { value = 0, threshold = 0 }: AlarmAction,
  count: number,
): number | undefined {
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
