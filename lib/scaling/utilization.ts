import { INSTANCE_METRICS, PublishedMetric } from '../facts/cloudwatch-metrics';
import { error, Finding, warning } from '../findings/finding';
import { NamedVariant } from './policy';
import { ScaledVariant } from './scaled-variant';
import { GpuScalingOptions } from './scaling-options';
import { MetricSpecification, TargetTracking } from './target-tracking';

const RULE = 'sm.scaling-gpu-count';
const ALTERNATIVE = 'with Scaling.custom, the target is in the unit of the metric, 0 to 100 times the number of GPUs';

/** A metric of the utilization of the devices of an instance. It ranges from 0 to 100 times the number of devices. */
interface UtilizationMetric {
  readonly kind: string;
  readonly metric: PublishedMetric;
  readonly deviceCounts: (variant: ScaledVariant) => number[];
  readonly checkCount: (variant: ScaledVariant) => Finding[];
}

/** Target tracking on GPU utilization. */
export function gpuUtilization(options: GpuScalingOptions): TargetTracking {
  return utilization(options, {
    kind: 'GpuUtilization',
    metric: INSTANCE_METRICS.gpuUtilization,
    deviceCounts: gpuCounts,
    checkCount: checkGpuCount,
  });
}

/** Target tracking on CPU utilization, which is the default of multi-model endpoints without GPUs. */
export function cpuUtilization(options: GpuScalingOptions): TargetTracking {
  return utilization(options, {
    kind: 'CpuUtilization',
    metric: INSTANCE_METRICS.cpuUtilization,
    deviceCounts: ({ instanceTypes }) => instanceTypes.map(({ vcpus = 1 }) => vcpus),
    checkCount: checkVcpus,
  });
}

function utilization(
  options: GpuScalingOptions,
  { kind, metric, deviceCounts, checkCount }: UtilizationMetric,
): TargetTracking {
  return new TargetTracking(
    {
      kind,
      scales: 'instances',
      property: 'percent',
      value: options.percent,
      isMultiplied: true,
      below: 100,
      trackedMetric: metric.name,
      check: (variant) => [...checkCount(variant), ...checkPercent(options.percent)],
      targetValue: (variant) => options.percent * deviceCounts(variant)[0],
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

function checkVcpus({ instanceTypes }: ScaledVariant): Finding[] {
  const unknown = instanceTypes.filter(({ vcpus }) => vcpus === undefined);
  if (unknown.length === 0) return [];
  const message = `got none with ${unknown.join(', ')}, whose number of vCPUs is not known, so the default target has no value; set scaling, such as Scaling.invocationsPerInstance`;
  return [error(RULE, 'scaling', message)];
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
