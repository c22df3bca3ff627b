import { error, Finding, warning } from '../findings/finding';
import { NamedVariant } from './policy';
import { ScaledVariant } from './scaled-variant';
import { GpuScalingProps } from './scaling-props';
import { MetricSpecification, TargetTracking } from './target-tracking';

const RULE = 'sm.scaling-gpu-count';
const WAY_OUT = 'with Scaling.custom, the target is in the unit of the metric, 0 to 100 times the number of GPUs';

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
      below: 100,
      trackedMetric: metricName,
      check: (variant) => [...checkGpuCount(variant), ...checkPercent(props.percent)],
      targetValue: (variant) => props.percent * gpuCounts(variant)[0],
      specification: (variant) => specification(metricName, variant),
    },
    props,
  );
}

function checkPercent(percent: number): Finding[] {
  if (!(percent > 0 && percent < 1)) return [];
  const message = `got ${percent}; any use of a GPU exceeds this target, so the variant would stay at its maxCapacity; did you mean ${Math.round(100 * percent)} percent?`;
  return [warning('sm.scaling-unit', 'scaling.percent', message)];
}

function checkGpuCount(variant: ScaledVariant): Finding[] {
  if (variant.gpuCount !== undefined) return [];
  const types = variant.instanceTypes;
  const unknown = types.filter(({ gpuCount }) => !gpuCount);
  if (unknown.length > 0) {
    const message = `got ${unknown.join(', ')}, whose number of GPUs is 0 or not known; allowed: GPU types in the instance table; ${WAY_OUT}`;
    return [error(RULE, 'instanceType', message)];
  }
  if (new Set(gpuCounts(variant)).size > 1) {
    const given = types.map((type) => `${type} (${type.gpuCount})`).join(', ');
    const message = `got types with different numbers of GPUs: ${given}; allowed: types with the same number of GPUs, since the metric is the sum over the GPUs; ${WAY_OUT}`;
    return [error(RULE, 'instancePools', message)];
  }
  return [];
}

function gpuCounts({ instanceTypes, gpuCount: each }: ScaledVariant): number[] {
  return instanceTypes.map(({ gpuCount }) => each ?? gpuCount ?? 1);
}

function specification(metricName: string, variant: NamedVariant): MetricSpecification {
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
