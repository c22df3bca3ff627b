import { PredefinedMetric } from 'aws-cdk-lib/aws-applicationautoscaling';
import { ConcurrentRequestsProps, InvocationsPerInstanceProps } from './scaling-props';
import { TargetTracking, TrackedTarget } from './target-tracking';

/** SageMaker's metric counts per minute. */
export function invocationsPerInstance(props: InvocationsPerInstanceProps): TargetTracking {
  const target = props.invocationsPerSecond * 60;
  return new TargetTracking(
    {
      kind: 'InvocationsPerInstance',
      property: 'invocationsPerSecond',
      given: props.invocationsPerSecond,
      multiplied: true,
      ...predefined(PredefinedMetric.SAGEMAKER_VARIANT_INVOCATIONS_PER_INSTANCE, target),
      goal: { invocationsPerInstance: target },
    },
    props,
  );
}

export function concurrentRequests(props: ConcurrentRequestsProps): TargetTracking {
  const target = props.requestsPerInstance;
  return new TargetTracking(
    {
      kind: 'ConcurrentRequests',
      property: 'requestsPerInstance',
      given: target,
      ...predefined(PredefinedMetric.SAGEMAKER_VARIANT_CONCURRENT_REQUESTS_PER_MODEL_HIGH_RESOLUTION, target),
      goal: { concurrentRequests: target },
    },
    props,
  );
}

function predefined(
  metric: PredefinedMetric,
  target: number,
): Pick<TrackedTarget, 'trackedMetric' | 'targetValue' | 'specification'> {
  return {
    trackedMetric: metric,
    targetValue: () => target,
    specification: () => ({ predefinedMetricSpecification: { predefinedMetricType: metric } }),
  };
}
