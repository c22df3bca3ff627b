import { PredefinedMetric } from 'aws-cdk-lib/aws-applicationautoscaling';
import { error, Finding, warning } from '../findings/finding';
import { ScaledVariant } from './scaled-variant';
import { ConcurrentRequestsOptions, InvocationsOptions } from './scaling-options';
import { TargetTracking, TrackedTarget } from './target-tracking';

/** Requests per minute without the rounding error of a quotient: (1000 / 60) * 60 is not 1000. */
export const perMinute = (perSecond: number): number => Number((perSecond * 60).toPrecision(14));

/** Target tracking on requests per instance. SageMaker's metric counts requests per minute. */
export function invocationsPerInstance(options: InvocationsOptions): TargetTracking {
  const target = perMinute(options.invocationsPerSecond);
  return new TargetTracking(
    {
      kind: 'InvocationsPerInstance',
      scales: 'instances',
      property: 'invocationsPerSecond',
      value: options.invocationsPerSecond,
      isMultiplied: true,
      ...predefinedTarget(PredefinedMetric.SAGEMAKER_VARIANT_INVOCATIONS_PER_INSTANCE, target),
      check: (variant) => [
        ...checkRate(options.invocationsPerSecond, variant),
        ...rejectAsynchronous('Scaling.invocationsPerInstance', variant),
      ],
      targets: { invocationsPerInstance: target },
    },
    options,
  );
}

/**
 * Maximum plausible number of requests per second per vCPU. A higher rate is probably a mistake, because the model and the HTTP servers of
 * SageMaker and Triton share the vCPUs.
 */
const MAX_PLAUSIBLE_RATE_PER_VCPU = 500;

/** Warns about a rate that an instance is unlikely to reach, so nothing would scale out. A copy has at most the vCPUs of its instance. */
export function checkRate(rate: number, { instanceTypes }: ScaledVariant): Finding[] {
  const tooSlow = instanceTypes.find(({ vcpus }) => vcpus !== undefined && rate > vcpus * MAX_PLAUSIBLE_RATE_PER_VCPU);
  if (tooSlow === undefined || !Number.isFinite(rate)) return [];
  const message = `got ${rate} requests per second on an instance of ${tooSlow} (${tooSlow.vcpus} vCPUs), which is unlikely to reach that rate, so nothing would scale out; did you mean requests per minute?`;
  return [warning('sm.scaling-unit', 'scaling.invocationsPerSecond', message)];
}

/** Target tracking on concurrent requests per instance. */
export function concurrentRequests(options: ConcurrentRequestsOptions): TargetTracking {
  const target = options.requestsPerInstance;
  return new TargetTracking(
    {
      kind: 'ConcurrentRequests',
      scales: 'instances',
      property: 'requestsPerInstance',
      value: target,
      ...predefinedTarget(PredefinedMetric.SAGEMAKER_VARIANT_CONCURRENT_REQUESTS_PER_MODEL_HIGH_RESOLUTION, target),
      check: (variant) => rejectAsynchronous('Scaling.concurrentRequests', variant),
      targets: { concurrentRequests: target },
    },
    options,
  );
}

/** The list of all metrics that asynchronous endpoints publish. The list does not contain the metrics of this file. */
export const ASYNCHRONOUS_METRICS = 'https://docs.aws.amazon.com/sagemaker/latest/dg/async-inference-monitor.html';

function rejectAsynchronous(strategy: string, { asynchronous }: ScaledVariant): Finding[] {
  if (!asynchronous) return [];
  const message = `got ${strategy}, whose metric asynchronous endpoints do not publish (${ASYNCHRONOUS_METRICS}); allowed: Scaling.backlogPerInstance`;
  return [error('async.scaling', 'scaling', message)];
}

/** The target and the metric of a policy on a predefined metric. */
export function predefinedTarget(
  metric: PredefinedMetric,
  target: number,
): Pick<TrackedTarget, 'trackedMetric' | 'targetValue' | 'specification'> {
  return {
    trackedMetric: metric,
    targetValue: () => target,
    specification: () => ({ predefinedMetricSpecification: { predefinedMetricType: metric } }),
  };
}
