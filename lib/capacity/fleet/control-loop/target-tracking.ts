import { AlarmRule } from './alarm';
import { TargetTrackingProperties } from './inputs';

/** The CloudWatch metrics of the predefined metrics for variants. SageMaker developer guide, "Define a scaling policy", read 2026-11-21. */
const PREDEFINED_METRICS: Record<string, Pick<AlarmRule, 'metric' | 'statistic' | 'periodSeconds'>> = {
  SageMakerVariantInvocationsPerInstance: { metric: 'InvocationsPerInstance', statistic: 'Sum', periodSeconds: 60 },
  SageMakerVariantConcurrentRequestsPerModelHighResolution: {
    metric: 'ConcurrentRequestsPerModel',
    statistic: 'Maximum',
    periodSeconds: 10,
  },
};

const SCALE_OUT_PERIODS = 3;
const SCALE_IN_SECONDS = 15 * 60;
/** Scale-in starts below this fraction of the target. */
const SCALE_IN_FRACTION = 0.9;

/**
 * The alarms that target tracking creates: scale-out after three datapoints above the target, and scale-in after 15 minutes below 90 % of the
 * target. The user guide of Application Auto Scaling does not contain these values. They are the alarms in AWS's notebooks on endpoints
 * (read 2026-11-22).
 */
export function trackingAlarms(config: TargetTrackingProperties): { scaleOut: AlarmRule; scaleIn?: AlarmRule } {
  const metric = trackedMetric(config);
  const alarm = (comparison: string, threshold: number, periods: number): AlarmRule => ({
    ...metric,
    comparison,
    threshold,
    evaluationPeriods: periods,
    datapointsToAlarm: periods,
    treatMissingData: 'missing',
  });
  const { TargetValue: target } = config;
  const scaleInPeriods = SCALE_IN_SECONDS / metric.periodSeconds;
  return {
    scaleOut: alarm('GreaterThanThreshold', target, SCALE_OUT_PERIODS),
    scaleIn: config.DisableScaleIn ? undefined : alarm('LessThanThreshold', target * SCALE_IN_FRACTION, scaleInPeriods),
  };
}

function trackedMetric(config: TargetTrackingProperties): Pick<AlarmRule, 'metric' | 'statistic' | 'periodSeconds'> {
  const { PredefinedMetricSpecification: predefined, CustomizedMetricSpecification: custom } = config;
  if (predefined) {
    const { PredefinedMetricType: type } = predefined;
    return PREDEFINED_METRICS[type] ?? { metric: type, statistic: 'Average', periodSeconds: 60 };
  }
  return {
    metric: custom?.MetricName ?? 'a metric math expression',
    statistic: custom?.Statistic ?? 'Average',
    periodSeconds: 60,
  };
}

/** The capacity that brings the metric to its target. Slightly larger results of a division count as a whole number. */
export function requiredCapacity(capacity: number, value: number, target: number): number {
  return Math.ceil((capacity * value) / target - 1e-9);
}

/** The capacity after scale-out: proportional to the metric, and at least one instance more. */
export function scaledOut(capacity: number, value: number, target: number): number {
  return Math.max(capacity + 1, requiredCapacity(capacity, value, target));
}

/**
 * The capacity after scale-in. Undefined if one instance less would bring the metric back above the target: Application Auto Scaling then
 * waits. (User guide, "Target tracking scaling policies", read 2026-11-26.)
 */
export function scaledIn(capacity: number, value: number, target: number, isProportional: boolean): number | undefined {
  const required = requiredCapacity(capacity, value, target);
  if (required >= capacity) return undefined;
  return isProportional ? required : capacity - 1;
}
