import { PredefinedMetric } from 'aws-cdk-lib/aws-applicationautoscaling';
import { error, Finding, warning } from '../findings/finding';
import { ScaledVariant } from './scaled-variant';
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
      check: (variant) => [
        ...checkRate(props.invocationsPerSecond, variant),
        ...checkPublished('Scaling.invocationsPerInstance', variant),
      ],
      goal: { invocationsPerInstance: target },
    },
    props,
  );
}

/** More than this for each vCPU was hardly meant: SageMaker's and Triton's HTTP servers and the model's own work share them. */
const PLAUSIBLE_PER_VCPU = 500;

/** A rate that no instance reaches: nothing would ever scale out. */
function checkRate(rate: number, { instanceTypes }: ScaledVariant): Finding[] {
  const slow = instanceTypes.find(({ vcpus }) => vcpus !== undefined && rate > vcpus * PLAUSIBLE_PER_VCPU);
  if (slow === undefined || !Number.isFinite(rate)) return [];
  const message = `got ${rate} requests per second on an instance of ${slow} (${slow.vcpus} vCPUs), which is unlikely to reach that rate, so nothing would scale out; did you mean requests per minute?`;
  return [warning('sm.scaling-unit', 'scaling.invocationsPerSecond', message)];
}

export function concurrentRequests(props: ConcurrentRequestsProps): TargetTracking {
  const target = props.requestsPerInstance;
  return new TargetTracking(
    {
      kind: 'ConcurrentRequests',
      property: 'requestsPerInstance',
      given: target,
      ...predefined(PredefinedMetric.SAGEMAKER_VARIANT_CONCURRENT_REQUESTS_PER_MODEL_HIGH_RESOLUTION, target),
      check: (variant) => checkPublished('Scaling.concurrentRequests', variant),
      goal: { concurrentRequests: target },
    },
    props,
  );
}

/** The metrics of asynchronous endpoints are listed exhaustively there, and these are not among them. */
const ASYNCHRONOUS_METRICS = 'https://docs.aws.amazon.com/sagemaker/latest/dg/async-inference-monitor.html';

function checkPublished(strategy: string, { asynchronous }: ScaledVariant): Finding[] {
  if (!asynchronous) return [];
  const message = `got ${strategy}, whose metric asynchronous endpoints do not publish (${ASYNCHRONOUS_METRICS}); allowed: Scaling.backlogPerInstance`;
  return [error('async.scaling', 'scaling', message)];
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
