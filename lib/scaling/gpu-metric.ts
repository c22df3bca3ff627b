import { INSTANCE_METRICS, PublishedMetric } from '../facts/cloudwatch-metrics';
import { error, Finding, warning } from '../findings/finding';
import { NamedVariant } from './policy';
import { ScaledVariant } from './scaled-variant';
import { GpuScalingOptions } from './scaling-options';
import { MetricSpecification, TargetTracking } from './target-tracking';

const RULE = 'sm.scaling-gpu-count';
const ALTERNATIVE = 'with Scaling.custom, the target is in the unit of the metric, 0 to 100 times the number of GPUs';

/** Target tracking on GPU utilization, a metric that ranges from 0 to 100 times the number of GPUs. */
export function gpuUtilization(options: GpuScalingOptions): TargetTracking {
  const metric = INSTANCE_METRICS.gpuUtilization;
  return new TargetTracking(
    {
      kind: 'GpuUtilization',
      scales: 'instances',
      property: 'percent',
      value: options.percent,
      isMultiplied: true,
      below: 100,
      trackedMetric: metric.name,
      check: (variant) => [...checkGpuCount(variant), ...checkPercent(options.percent)],
      targetValue: (variant) => options.percent * gpuCounts(variant)[0],
      specification: (variant) => specification(metric, variant),
    },
    options,
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
    const message = `got ${unknown.join(', ')}, whose number of GPUs is 0 or not known; allowed: GPU types in the instance table; ${ALTERNATIVE}`;
    return [error(RULE, 'instanceType', message)];
  }
  if (new Set(gpuCounts(variant)).size > 1) {
    const typesWithCounts = types.map((type) => `${type} (${type.gpuCount})`).join(', ');
    const message = `got types with different numbers of GPUs: ${typesWithCounts}; allowed: types with the same number of GPUs, since the metric is the sum over the GPUs; ${ALTERNATIVE}`;
    return [error(RULE, 'instancePools', message)];
  }
  return [];
}

function gpuCounts({ instanceTypes, gpuCount: fixedGpuCount }: ScaledVariant): number[] {
  return instanceTypes.map(({ gpuCount }) => fixedGpuCount ?? gpuCount ?? 1);
}

function specification({ namespace, name }: PublishedMetric, variant: NamedVariant): MetricSpecification {
  return {
    customizedMetricSpecification: {
      namespace,
      metricName: name,
      dimensions: [
        { name: 'EndpointName', value: variant.endpointName },
        { name: 'VariantName', value: variant.variantName },
      ],
      statistic: 'Average',
    },
  };
}
