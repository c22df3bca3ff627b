import { Policy, ScaledResource, ScalingState, serviceLinkedRole, Target } from './state';
import type { TargetTracking } from './inputs';

interface PredefinedMetric {
  readonly kind: ScaledResource['kind'];
  readonly MetricName: string;
  readonly Statistic: string;
  readonly Period: number;
}

/** The CloudWatch metrics behind the predefined metrics. */
const PREDEFINED_METRICS: Record<string, PredefinedMetric> = {
  SageMakerVariantInvocationsPerInstance: {
    kind: 'variant',
    MetricName: 'InvocationsPerInstance',
    Statistic: 'Sum',
    Period: 60,
  },
  SageMakerVariantConcurrentRequestsPerModelHighResolution: {
    kind: 'variant',
    MetricName: 'ConcurrentRequestsPerModel',
    Statistic: 'Maximum',
    Period: 10,
  },
  SageMakerInferenceComponentInvocationsPerCopy: {
    kind: 'component',
    MetricName: 'InvocationsPerCopy',
    Statistic: 'Sum',
    Period: 60,
  },
  SageMakerInferenceComponentConcurrentRequestsPerCopyHighResolution: {
    kind: 'component',
    MetricName: 'ConcurrentRequestsPerCopy',
    Statistic: 'Maximum',
    Period: 10,
  },
};

export function isPredefined(metric: string, { kind }: ScaledResource): boolean {
  return PREDEFINED_METRICS[metric]?.kind === kind;
}

/**
 * Creates the two alarms of target tracking: scale-out after three periods above the target, scale-in after 15 minutes below 90 % of the
 * target.
 */
export async function putTrackingAlarms(
  state: ScalingState,
  target: Target,
  policy: Policy,
  config: TargetTracking,
): Promise<void> {
  await removePolicyAlarms(state, policy);
  const { account } = state;
  const periods =
    isHighResolution(config) && !account.isSwitchedOn('autoscaling.high-resolution-evaluated-by-the-minute') ? 1 : 3;
  const high = alarmInput(target, policy, 'High', config, 'GreaterThanThreshold', config.TargetValue, periods);
  const low = alarmInput(
    target,
    policy,
    'Low',
    config,
    'LessThanThreshold',
    config.TargetValue * 0.9,
    (15 * 60) / periodOf(config),
  );
  for (const input of config.DisableScaleIn ? [high] : [high, low]) {
    await account.call({
      principal: serviceLinkedRole(account),
      service: 'cloudwatch',
      operation: 'PutMetricAlarm',
      input,
    });
    const AlarmName = input.AlarmName;
    policy.alarms.push({
      AlarmName,
      AlarmARN: `arn:aws:cloudwatch:${account.region}:${account.accountId}:alarm:${AlarmName}`,
    });
  }
}

/**
 * Whether the metric has a period of 10 seconds. The simulation evaluates alarms only every minute, as an approximation of three
 * periods of 10 seconds.
 */
function isHighResolution({ PredefinedMetricSpecification }: TargetTracking): boolean {
  return PREDEFINED_METRICS[PredefinedMetricSpecification?.PredefinedMetricType ?? '']?.Period === 10;
}

export async function removePolicyAlarms({ account }: ScalingState, policy: Policy): Promise<void> {
  const AlarmNames = policy.alarms.splice(0).map(({ AlarmName }) => AlarmName);
  if (AlarmNames.length > 0)
    await account.call({
      principal: serviceLinkedRole(account),
      service: 'cloudwatch',
      operation: 'DeleteAlarms',
      input: { AlarmNames },
    });
}

function alarmInput(
  { resource, id }: Target,
  { name, arn }: Policy,
  kind: 'High' | 'Low',
  config: TargetTracking,
  ComparisonOperator: string,
  Threshold: number,
  EvaluationPeriods: number,
) {
  return {
    AlarmName: `TargetTracking-${id.ResourceId}-Alarm${kind}-${name}`,
    AlarmDescription: `DO NOT EDIT OR DELETE. For TargetTrackingScaling policy ${arn}.`,
    AlarmActions: [arn],
    ComparisonOperator,
    Threshold,
    EvaluationPeriods,
    ...metricOf(config, resource),
  };
}

/** The period of the metric in seconds. */
function periodOf({ PredefinedMetricSpecification }: TargetTracking): number {
  return PREDEFINED_METRICS[PredefinedMetricSpecification?.PredefinedMetricType ?? '']?.Period ?? 60;
}

function metricOf(config: TargetTracking, resource: ScaledResource): object {
  const { PredefinedMetricSpecification, CustomizedMetricSpecification: custom } = config;
  const predefined = PREDEFINED_METRICS[PredefinedMetricSpecification?.PredefinedMetricType ?? ''];
  if (predefined) {
    const { kind: _, ...metric } = predefined;
    const Dimensions =
      resource.kind === 'component'
        ? [{ Name: 'InferenceComponentName', Value: resource.componentName }]
        : [
            { Name: 'EndpointName', Value: resource.endpointName },
            { Name: 'VariantName', Value: resource.variantName },
          ];
    return { ...metric, Namespace: 'AWS/SageMaker', Dimensions };
  }
  if (custom?.Metrics)
    return {
      Metrics: custom.Metrics.map(({ Id, Expression, MetricStat, ReturnData, Label }) => ({
        Id,
        ...(Expression ? { Expression } : {}),
        ...(MetricStat ? { MetricStat: { Period: 60, ...MetricStat } } : {}),
        ...(ReturnData === undefined ? {} : { ReturnData }),
        ...(Label ? { Label } : {}),
      })),
    };
  return {
    Namespace: custom?.Namespace,
    MetricName: custom?.MetricName,
    Statistic: custom?.Statistic,
    Dimensions: custom?.Dimensions ?? [],
    Period: 60,
  };
}
