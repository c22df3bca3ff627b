import type { AlarmAction } from '../cloudwatch/cloudwatch';
import { scaleTo } from './activity';
import type { StepScaling, TargetTracking } from './inputs';
import { serviceLinkedRole } from './state';
import type { Policy, Scaling, Target } from './state';
import { describeVariant } from './variants';

/** Seconds. Of SageMaker variants, in both directions, unless the policy says otherwise. */
const DEFAULT_COOLDOWN = 300;

/** An alarm calls a policy: it scales its target, if nothing is in the way. */
export async function react(scaling: Scaling, action: AlarmAction): Promise<void> {
  const { world, targets } = scaling;
  const found = [...targets.values()]
    .flatMap((target) => [...target.policies.values()].map((policy) => ({ target, policy })))
    .find(({ policy }) => policy.arn === action.action);
  if (!found || action.state !== 'ALARM') return;
  const { target, policy } = found;
  const live = await describeVariant(world, target.endpointName, target.variantName);
  if (!live || target.isScaling) return;
  const { TargetTrackingScalingPolicyConfiguration: tracking, StepScalingPolicyConfiguration: step } = policy.input;
  const wanted = tracking
    ? await trackedCount(scaling, target, policy, tracking, action, live.count)
    : steppedCount(step, action, live.count);
  if (wanted === undefined) return;
  const count = Math.min(target.max, Math.max(target.min, wanted));
  if (count === live.count || isSuspended(target, count > live.count)) return;
  const cooldown =
    count > live.count ? (tracking?.ScaleOutCooldown ?? step?.Cooldown) : (tracking?.ScaleInCooldown ?? step?.Cooldown);
  const last = count > live.count ? target.lastOut : Math.max(target.lastIn, target.lastOut);
  if (world.now() - last < (cooldown ?? DEFAULT_COOLDOWN) * 1000) return;
  await scaleTo(
    scaling,
    target,
    count,
    `monitor alarm ${action.alarmName} in state ALARM triggered policy ${policy.name}`,
  );
}

function isSuspended({ suspended }: Target, isOut: boolean): boolean {
  return (isOut ? suspended.DynamicScalingOutSuspended : suspended.DynamicScalingInSuspended) ?? false;
}

async function trackedCount(
  scaling: Scaling,
  target: Target,
  policy: Policy,
  { TargetValue }: TargetTracking,
  { alarmName, value = 0 }: AlarmAction,
  count: number,
): Promise<number | undefined> {
  const isProportional = scaling.world.assumes('autoscaling.tracking-is-proportional');
  const needed = isProportional ? Math.ceil((count * value) / TargetValue - 1e-9) : count;
  if (alarmName.includes('-AlarmHigh-')) return Math.max(count + 1, needed);
  // Capacity goes only when every policy that scales in is ready to.
  const others = [...target.policies.values()].filter((other) => other !== policy && other.alarms.length > 1);
  const names = others.map(({ alarms }) => alarms[1].AlarmName);
  if (names.length > 0 && !(await areInAlarm(scaling, names))) return undefined;
  return Math.min(count - 1, needed);
}

async function areInAlarm({ world }: Scaling, names: readonly string[]): Promise<boolean> {
  const { MetricAlarms = [] } = await world.call({
    principal: serviceLinkedRole(world),
    service: 'cloudwatch',
    operation: 'DescribeAlarms',
    input: { AlarmNames: names },
  });
  const alarms = MetricAlarms as { StateValue: string }[];
  return alarms.length === names.length && alarms.every(({ StateValue }) => StateValue === 'ALARM');
}

/** The step whose interval, counted from the alarm's threshold, has the value. */
function steppedCount(
  step: StepScaling | undefined,
  { value = 0, threshold = 0 }: AlarmAction,
  count: number,
): number | undefined {
  const above = value - threshold;
  const adjustment = step?.StepAdjustments?.find(
    ({ MetricIntervalLowerBound: from = -Infinity, MetricIntervalUpperBound: to = Infinity }) =>
      above >= 0 ? above >= from && above < to : above > from && above <= to,
  );
  if (!step || !adjustment) return undefined;
  const { ScalingAdjustment: by } = adjustment;
  switch (step.AdjustmentType) {
    case 'ExactCapacity':
      return by;
    case 'PercentChangeInCapacity': {
      const exact = (count * by) / 100;
      const rounded = Math.abs(exact) < 1 ? Math.sign(exact) : Math.trunc(exact);
      return count + Math.sign(rounded) * Math.max(Math.abs(rounded), step.MinAdjustmentMagnitude ?? 0);
    }
    default:
      return count + by;
  }
}
