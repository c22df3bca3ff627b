import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { ABOVE, AlarmDefinition, ALWAYS, AT_LEAST, ONCE, QUIET_IS_GOOD, SOON } from './alarm-definition';
import { AlarmKind } from './alarm-options';
import { EndpointMetrics } from './endpoint-metrics';
import { MonitoredEndpoint } from './monitored-endpoint';

const PERIOD = Duration.minutes(1);

/** A request may take minutes, so that most minutes have no result even while each request fails. */
const SPARSE = { minutes: 60, breaching: 3 };

/** The queue of an asynchronous endpoint, and what becomes of its requests. */
export function queueAlarms(endpoint: MonitoredEndpoint, metrics: EndpointMetrics): AlarmDefinition[] {
  return [
    {
      ...SOON,
      kind: AlarmKind.BACKLOG_AGE,
      metric: () => metrics.approximateAgeOfOldestRequest(),
      threshold: 900,
      comparison: ABOVE,
      missing: QUIET_IS_GOOD,
      description: 'The oldest request has waited in the queue for more than {} s.',
      symptom: true,
    },
    ...backlogSize(endpoint, metrics),
    {
      ...ALWAYS,
      kind: AlarmKind.BACKLOG_WITHOUT_CAPACITY,
      metric: () => metrics.hasBacklogWithoutCapacity(),
      threshold: 1,
      comparison: AT_LEAST,
      missing: QUIET_IS_GOOD,
      description:
        'Requests wait in the queue and no instance is in service: SageMaker has no capacity, or the server does not start.',
    },
    ...lostRequests(metrics),
  ];
}

/** With more than this, all instances that scaling allows have more requests than scaling should let them have. */
function backlogSize(
  { maxInstanceCount, targetBacklogPerInstance }: MonitoredEndpoint,
  metrics: EndpointMetrics,
): AlarmDefinition[] {
  if (maxInstanceCount === undefined || targetBacklogPerInstance === undefined) return [];
  return [
    {
      ...ALWAYS,
      kind: AlarmKind.BACKLOG_SIZE,
      metric: () => metrics.approximateBacklogSize(),
      threshold: maxInstanceCount * targetBacklogPerInstance,
      comparison: ABOVE,
      missing: QUIET_IS_GOOD,
      description: 'More than {} requests are in the queue: too many for the maximum number of instances.',
    },
  ];
}

/** Requests without a response, and responses that nobody receives. */
function lostRequests(metrics: EndpointMetrics): AlarmDefinition[] {
  return [
    {
      ...SPARSE,
      kind: AlarmKind.INVOCATION_FAILURES,
      metric: () =>
        new MathExpression({
          // AWS does not document whether InvocationsProcessed counts failures, too.
          expression: '100 * failures / MAX([failures, FILL(processed, 0)])',
          usingMetrics: { failures: metrics.invocationFailures(), processed: metrics.invocationsProcessed() },
          period: PERIOD,
          label: 'failed requests (%)',
        }),
      threshold: 5,
      comparison: ABOVE,
      missing: QUIET_IS_GOOD,
      description:
        'More than {} % of the requests fail, for any reason: the objects below the failure prefix contain the reason.',
    },
    {
      ...ONCE,
      kind: AlarmKind.EXPIRED_REQUESTS,
      metric: () => metrics.expiredRequests(),
      threshold: 1,
      comparison: AT_LEAST,
      missing: QUIET_IS_GOOD,
      description: 'At least {} request waited longer than its time to live (RequestTTLSeconds) and was not processed.',
      symptom: true,
    },
    {
      ...ONCE,
      kind: AlarmKind.DELIVERY_FAILURES,
      metric: () =>
        new MathExpression({
          expression: 'FILL(uploads, 0) + FILL(notifications, 0)',
          usingMetrics: { uploads: metrics.responseUploadFailures(), notifications: metrics.notificationFailures() },
          period: PERIOD,
          label: 'responses and notifications that were not delivered',
        }),
      threshold: 1,
      comparison: AT_LEAST,
      missing: QUIET_IS_GOOD,
      description:
        'At least {} response was not written to S3 or notification not published: check buckets, topics, keys and their permissions.',
      symptom: true,
    },
  ];
}
