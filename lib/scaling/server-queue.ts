import { Duration, Token } from 'aws-cdk-lib';
import { IMetric, MathExpression, Metric, Unit } from 'aws-cdk-lib/aws-cloudwatch';
import { PublishedMetric, SERVER_METRICS } from '../facts/cloudwatch-metrics';
import { NamedVariant } from './policy';
import { QueuePolicies } from './queue-policies';
import { PendingRequestsOptions, QueueTimeOptions } from './scaling-options';

const PERIOD = Duration.minutes(1);

/** Scaling on the mean time that a request waits in the queues of Triton. */
export function queueTime(options: QueueTimeOptions): QueuePolicies {
  const { target } = options;
  return new QueuePolicies(
    {
      kind: 'QueueTime',
      strategy: 'Scaling.queueTime',
      property: 'target',
      target: target.isUnresolved() ? undefined : target.toMilliseconds({ integral: false }),
      unit: 'ms',
      includesDelay: true,
      metric: meanQueueTime,
    },
    options,
  );
}

/** Scaling on the mean number of requests that wait in the queues of Triton on an instance. */
export function pendingRequests(options: PendingRequestsOptions): QueuePolicies {
  const target = options.requestsPerInstance;
  return new QueuePolicies(
    {
      kind: 'PendingRequests',
      strategy: 'Scaling.pendingRequests',
      property: 'requestsPerInstance',
      target: Token.isUnresolved(target) ? undefined : target,
      unit: 'requests',
      includesDelay: false,
      metric: (variant) => serverMetric(SERVER_METRICS.pendingRequests, variant),
    },
    options,
  );
}

/**
 * The queue time of all requests of a minute, divided by their number. A server that completes no request of those that wait is not idle but
 * stalled: its requests wait for the whole minute or longer. All metrics of a minute are in one document, so either all have data or none.
 */
function meanQueueTime(variant: NamedVariant): IMetric {
  return new MathExpression({
    expression: 'IF(requests > 0, duration, pending * 60000) / IF(requests > 0, requests, 1)',
    label: 'Mean queue time in ms',
    period: PERIOD,
    usingMetrics: {
      requests: serverMetric(SERVER_METRICS.successfulRequests, variant),
      duration: serverMetric(SERVER_METRICS.queueDuration, variant),
      pending: serverMetric(SERVER_METRICS.pendingRequests, variant),
    },
  });
}

function serverMetric(
  { namespace, name, statistic, unit }: PublishedMetric,
  { endpointName, variantName }: NamedVariant,
): Metric {
  return new Metric({
    ...{ namespace, statistic },
    metricName: name,
    dimensionsMap: { EndpointName: endpointName, VariantName: variantName },
    unit: unit as Unit,
    period: PERIOD,
  });
}
