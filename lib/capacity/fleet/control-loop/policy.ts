import { Alarm, AlarmRule, isComparison } from './alarm';
import { AlarmProperties, PolicyWithAlarms, StepScalingProperties, TargetTrackingProperties } from './inputs';
import { steppedCapacity } from './step-scaling';
import { requiredCapacity, scaledIn, scaledOut, trackingAlarms } from './target-tracking';

/** Default cooldown of SageMaker variants. Application Auto Scaling API, "TargetTrackingScalingPolicyConfiguration", read 2026-11-21. */
const DEFAULT_COOLDOWN_SECONDS = 300;

/** A scaling policy with its alarms. */
export interface LoopPolicy {
  readonly alarms: Alarm[];
  /** For target tracking: the alarm that must be in ALARM in all such policies before instances are removed. */
  readonly scaleInAlarm?: Alarm;
  readonly scaleOutCooldownSeconds: number;
  readonly scaleInCooldownSeconds: number;
  /** The capacity that an alarm in the state ALARM requests. */
  capacityFor(alarm: Alarm, capacity: number): number | undefined;
  /** The capacity that an alarm requests during the cooldown of a scale-out activity, from the capacity before the activity. */
  capacityInCooldown(alarm: Alarm, capacityBefore: number): number | undefined;
}

/** Creates a policy of the control loop. */
export function policyOf({ policy, alarms }: PolicyWithAlarms, isProportional: boolean): LoopPolicy {
  const tracking = policy.TargetTrackingScalingPolicyConfiguration;
  if (tracking) return trackingPolicy(tracking, isProportional);
  const steps = policy.StepScalingPolicyConfiguration;
  if (!steps) throw new Error(`policies of the type ${policy.PolicyType} cannot be simulated`);
  return stepPolicy(steps, alarms);
}

function trackingPolicy(config: TargetTrackingProperties, isProportional: boolean): LoopPolicy {
  const rules = trackingAlarms(config);
  const scaleOut = new Alarm(rules.scaleOut);
  const scaleIn = rules.scaleIn && new Alarm(rules.scaleIn);
  return {
    alarms: scaleIn ? [scaleOut, scaleIn] : [scaleOut],
    scaleInAlarm: scaleIn,
    scaleOutCooldownSeconds: config.ScaleOutCooldown ?? DEFAULT_COOLDOWN_SECONDS,
    scaleInCooldownSeconds: config.ScaleInCooldown ?? DEFAULT_COOLDOWN_SECONDS,
    capacityFor: (alarm, capacity) => {
      if (alarm.value === undefined) return undefined;
      return alarm === scaleOut
        ? scaledOut(capacity, alarm.value, config.TargetValue)
        : scaledIn(capacity, alarm.value, config.TargetValue, isProportional);
    },
    // AWS does not document to which capacity the metric applies: that when it was measured is assumed.
    capacityInCooldown: ({ value, instances }) => value && requiredCapacity(instances, value, config.TargetValue),
  };
}

function stepPolicy(config: StepScalingProperties, alarms: AlarmProperties[]): LoopPolicy {
  const cooldown = config.Cooldown ?? DEFAULT_COOLDOWN_SECONDS;
  const capacityFor = ({ value, rule }: Alarm, capacity: number): number | undefined =>
    value === undefined ? undefined : steppedCapacity(capacity, value - rule.threshold, config);
  return {
    alarms: alarms.map((alarm) => new Alarm(ruleOf(alarm))),
    scaleOutCooldownSeconds: cooldown,
    scaleInCooldownSeconds: cooldown,
    capacityFor,
    capacityInCooldown: capacityFor,
  };
}

/** The rule of an alarm of the template. */
export function ruleOf(alarm: AlarmProperties): AlarmRule {
  const { ComparisonOperator: comparison, EvaluationPeriods: evaluationPeriods } = alarm;
  if (!isComparison(comparison)) throw new Error(`alarms with ${comparison} cannot be simulated`);
  return {
    metric: alarm.MetricName ?? 'a metric math expression',
    statistic: alarm.Statistic ?? alarm.ExtendedStatistic ?? 'Average',
    periodSeconds: alarm.Period ?? 60,
    evaluationPeriods,
    datapointsToAlarm: alarm.DatapointsToAlarm ?? evaluationPeriods,
    comparison,
    threshold: alarm.Threshold,
    treatMissingData: alarm.TreatMissingData ?? 'missing',
  };
}
