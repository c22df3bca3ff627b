import { Duration } from 'aws-cdk-lib';
import { PredefinedMetric } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { COMPONENT_REQUEST_METRICS } from '../facts/cloudwatch-metrics';
import { FromZeroPolicy, WaitingRequests } from './from-zero';
import { NamedVariant, Policy } from './policy';
import { checkRate, predefinedTarget, perMinute } from './predefined-metric';
import { ConcurrentRequestsPerCopyOptions, InvocationsOptions, MetricScalingOptions } from './scaling-options';
import { TargetTracking } from './target-tracking';

/**
 * Source: SageMaker developer guide, "Scale an endpoint to zero instances" (read 2026-11-28). The alarm of the guide requires more than one
 * failed request within a minute. This alarm requires one. Without requests, the metric has no data. These minutes count as good, so the alarm
 * does not stay in the state ALARM after the copy is in service, and start a second copy.
 */
const REJECTED_REQUESTS: WaitingRequests = {
  metric: requestsWithoutCopy,
  describe: ({ inferenceComponentName }) =>
    `Requests arrived, and ${inferenceComponentName} has no copy: the first copy is started.`,
  aggregation: 'Maximum',
  alarm: { evaluationPeriods: 1, datapointsToAlarm: 1, treatMissingData: TreatMissingData.NOT_BREACHING },
};

function requestsWithoutCopy({ inferenceComponentName = '' }: NamedVariant): Metric {
  const { namespace, name, statistic } = COMPONENT_REQUEST_METRICS.noCapacityInvocationFailures;
  return new Metric({
    namespace,
    statistic,
    metricName: name,
    dimensionsMap: { InferenceComponentName: inferenceComponentName },
    period: Duration.minutes(1),
  });
}

/** Policies that scale an inference component on its requests per copy. SageMaker's metric counts requests per minute. */
export function invocationsPerCopy(options: InvocationsOptions): Policy[] {
  const target = perMinute(options.invocationsPerSecond);
  const tracking = new TargetTracking(
    {
      kind: 'InvocationsPerCopy',
      scales: 'copies',
      property: 'invocationsPerSecond',
      value: options.invocationsPerSecond,
      isMultiplied: true,
      ...predefinedTarget(PredefinedMetric.SAGEMAKER_INFERENCE_COMPONENT_INVOCATIONS_PER_COPY, target),
      check: (variant) => checkRate(options.invocationsPerSecond, variant),
      targets: { invocationsPerInstance: target },
    },
    options,
  );
  return withFirstCopy(tracking, options);
}

/** Policies that scale an inference component on its concurrent requests per copy. */
export function concurrentRequestsPerCopy(options: ConcurrentRequestsPerCopyOptions): Policy[] {
  const target = options.requestsPerCopy;
  const metric = PredefinedMetric.SAGEMAKER_INFERENCE_COMPONENT_CONCURRENT_REQUESTS_PER_COPY_HIGH_RESOLUTION;
  const tracking = new TargetTracking(
    {
      kind: 'ConcurrentRequestsPerCopy',
      scales: 'copies',
      property: 'requestsPerCopy',
      value: target,
      ...predefinedTarget(metric, target),
      targets: { concurrentRequests: target },
    },
    options,
  );
  return withFirstCopy(tracking, options);
}

function withFirstCopy(tracking: Policy, options: MetricScalingOptions): Policy[] {
  return options.minCapacity === 0 ? [tracking, new FromZeroPolicy(REJECTED_REQUESTS, options)] : [tracking];
}
