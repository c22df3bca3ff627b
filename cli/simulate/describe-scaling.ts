import type {
  PolicyWithAlarms,
  ScalingProperties,
  TargetTrackingProperties,
} from '../../lib/capacity/fleet/control-loop/inputs';
import { formatCount, joinWords } from '../output/words';

/** Whether the number of instances never changes. */
export function isFixed({ policies, actions }: ScalingProperties): boolean {
  return policies.length === 0 && actions.length === 0;
}

/** Describes a scaling in one line, such as `130 requests per second per instance, 1 to 8 instances, with a schedule`. */
export function describeScaling(scaling: ScalingProperties, instanceCount: number): string {
  if (isFixed(scaling)) return `always ${formatCount(instanceCount, 'instance')}`;
  const { minCapacity, maxCapacity, policies, actions } = scaling;
  return [
    ...(policies.length > 0 ? [joinWords(policies.map(describePolicy))] : []),
    `${minCapacity} to ${formatCount(maxCapacity, 'instance')}`,
    ...(actions.length > 0 ? ['with a schedule'] : []),
  ].join(', ');
}

function describePolicy({ policy, alarms }: PolicyWithAlarms): string {
  const tracking = policy.TargetTrackingScalingPolicyConfiguration;
  if (tracking) return describeTarget(tracking);
  return `steps on ${[...new Set(alarms.map(({ MetricName = 'an alarm' }) => MetricName))].join(', ')}`;
}

function describeTarget(tracking: TargetTrackingProperties): string {
  const {
    TargetValue: target,
    PredefinedMetricSpecification: predefined,
    CustomizedMetricSpecification: custom,
  } = tracking;
  switch (predefined?.PredefinedMetricType) {
    case 'SageMakerVariantInvocationsPerInstance':
      return `${perSecond(target)} requests per second per instance`;
    case 'SageMakerVariantConcurrentRequestsPerModelHighResolution':
      return `${target} concurrent requests per instance`;
    default:
      return `a ${predefined?.PredefinedMetricType ?? custom?.MetricName ?? 'metric'} of ${target}`;
  }
}

/** The metric of SageMaker counts invocations per minute. Rounding removes the error of the multiplication by 60. */
export function perSecond(invocationsPerMinute: number): number {
  return Number((invocationsPerMinute / 60).toPrecision(12));
}
