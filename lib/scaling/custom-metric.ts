import { metricSpecification } from './metric-queries';
import { CustomScalingProps } from './scaling-props';
import { TargetTracking } from './target-tracking';

/** Keeps a metric of the user's. */
export function customMetric(props: CustomScalingProps): TargetTracking {
  const specification = metricSpecification(props.metric);
  return new TargetTracking(
    {
      kind: 'Custom',
      property: 'targetValue',
      given: props.targetValue,
      trackedMetric: JSON.stringify(specification),
      targetValue: () => props.targetValue,
      specification: () => specification,
    },
    props,
  );
}
