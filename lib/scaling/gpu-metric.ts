import { ScaledFleet, ScaledVariant, ScalingProblem } from './scaled-variant';
import { GpuScalingProps } from './scaling-props';
import { MetricSpecification, TargetTracking } from './target-tracking';

const RULE = 'sm.scaling-gpu-count';
const WAY_OUT =
  'with Scaling.custom the target can be given in the unit of the metric, 0 to 100 times the number of GPUs';

/** Keeps a metric of `/aws/sagemaker/Endpoints` that goes from 0 to 100 times the number of GPUs. */
export function gpuMetric(
  kind: 'GpuUtilization' | 'GpuMemory',
  metricName: 'GPUUtilization' | 'GPUMemoryUtilization',
  props: GpuScalingProps,
): TargetTracking {
  return new TargetTracking(
    {
      kind,
      property: 'percent',
      given: props.percent,
      multiplied: true,
      range: { allowed: 'a number above 0 and below 100', below: 100 },
      trackedMetric: metricName,
      problems: gpuCountProblems,
      targetValue: (fleet) => props.percent * gpuCounts(fleet)[0],
      specification: (variant) => specification(metricName, variant),
    },
    props,
  );
}

function gpuCountProblems(fleet: ScaledFleet): ScalingProblem[] {
  if (fleet.gpuCount !== undefined) return [];
  const types = fleet.instanceTypes;
  const unknown = types.filter(({ gpuCount }) => gpuCount === undefined);
  if (unknown.length > 0) {
    const message = `got ${unknown.join(', ')}, whose number of GPUs is not known; allowed: types of the instance table; ${WAY_OUT}`;
    return [{ ruleId: RULE, field: 'instanceType', message }];
  }
  if (new Set(gpuCounts(fleet)).size > 1) {
    const given = types.map((type) => `${type} (${type.gpuCount})`).join(', ');
    const message = `got types with different numbers of GPUs: ${given}; allowed: the same number in all, since the metric is their sum; ${WAY_OUT}`;
    return [{ ruleId: RULE, field: 'instancePools', message }];
  }
  return [];
}

function gpuCounts({ instanceTypes, gpuCount: each }: ScaledFleet): number[] {
  return instanceTypes.map(({ gpuCount }) => each ?? gpuCount ?? 1);
}

function specification(metricName: string, variant: ScaledVariant): MetricSpecification {
  return {
    customizedMetricSpecification: {
      namespace: '/aws/sagemaker/Endpoints',
      metricName,
      dimensions: [
        { name: 'EndpointName', value: variant.endpointName },
        { name: 'VariantName', value: variant.variantName },
      ],
      statistic: 'Average',
    },
  };
}
