import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { QUEUE_METRICS } from '../facts/cloudwatch-metrics';
import { error, Finding } from '../findings/finding';
import { FromZeroPolicy, WaitingRequests } from './from-zero';
import { NamedVariant, Policy } from './policy';
import { ScaledVariant } from './scaled-variant';
import { BacklogPerInstanceOptions } from './scaling-options';
import { TargetTracking } from './target-tracking';

/** SageMaker developer guide, "Autoscale an asynchronous endpoint" (read 2026-11-22). */
const GUIDE = 'https://docs.aws.amazon.com/sagemaker/latest/dg/async-inference-autoscale.html';

const QUEUED_REQUESTS: WaitingRequests = {
  metric: backlogWithoutCapacity,
  describe: ({ endpointName }) =>
    `Requests are waiting, and ${endpointName} has no instance: the first instance is started.`,
  aggregation: 'Average',
  alarm: { evaluationPeriods: 2, datapointsToAlarm: 2 },
};

function backlogWithoutCapacity({ endpointName }: NamedVariant): Metric {
  const { namespace, name } = QUEUE_METRICS.hasBacklogWithoutCapacity;
  return new Metric({
    namespace,
    metricName: name,
    dimensionsMap: { EndpointName: endpointName },
    statistic: Stats.AVERAGE,
    period: Duration.minutes(1),
  });
}

/** Policies that scale an asynchronous endpoint on its backlog. */
export function backlogPolicies(options: BacklogPerInstanceOptions): Policy[] {
  const tracking = backlogTracking(options);
  return options.minCapacity === 0 ? [tracking, new FromZeroPolicy(QUEUED_REQUESTS, options)] : [tracking];
}

function backlogTracking(options: BacklogPerInstanceOptions): TargetTracking {
  const { namespace, name: metricName } = QUEUE_METRICS.approximateBacklogSizePerInstance;
  return new TargetTracking(
    {
      kind: 'BacklogPerInstance',
      scales: 'instances',
      property: 'backlogPerInstance',
      value: options.backlogPerInstance,
      trackedMetric: metricName,
      check: checkAsynchronous,
      targetValue: () => options.backlogPerInstance,
      targets: { backlogPerInstance: options.backlogPerInstance },
      specification: ({ endpointName }) => ({
        customizedMetricSpecification: {
          namespace,
          metricName,
          dimensions: [{ name: 'EndpointName', value: endpointName }],
          statistic: 'Average',
        },
      }),
    },
    options,
  );
}

/** Reports endpoints that are not asynchronous: they have no queue. */
function checkAsynchronous({ asynchronous }: ScaledVariant): Finding[] {
  if (asynchronous) return [];
  const message = `got Scaling.backlogPerInstance; requires a TritonAsyncEndpoint, since no other endpoint has a queue (${GUIDE})`;
  return [error('async.scaling', 'scaling', message)];
}
