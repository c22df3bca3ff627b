import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { AlarmDefinition, FIFTEEN_OF_FIFTEEN, AT_LEAST, ONE_OF_FIVE, THREE_OF_FIVE } from './alarm-definition';
import { AlarmKind } from './alarm-options';
import { PERIOD } from './create-metric';
import { HostMetrics } from './host-metrics';
import { metricsOf } from './metrics-of';
import { MonitoredHost } from './monitored-endpoint';

/** 3 datapoints within 60 minutes. Asynchronous requests can take minutes, so most periods have no data even if all requests fail. */
const THREE_OF_SIXTY = { evaluationPeriods: 60, datapointsToAlarm: 3 };

/** Alarms on the queue of an asynchronous endpoint, and on failed and undelivered requests. */
export function queueAlarms(endpoint: MonitoredHost): AlarmDefinition[] {
  const metrics = metricsOf(endpoint);
  return [
    {
      ...THREE_OF_FIVE,
      kind: AlarmKind.BACKLOG_AGE,
      metric: () => metrics.get('approximateAgeOfOldestRequest'),
      threshold: 900,
      description: 'The oldest request has waited in the queue for more than {} s.',
      isSymptom: true,
    },
    ...backlogSizeAlarm(endpoint, metrics),
    {
      ...FIFTEEN_OF_FIFTEEN,
      kind: AlarmKind.BACKLOG_WITHOUT_CAPACITY,
      metric: () => metrics.get('hasBacklogWithoutCapacity'),
      threshold: 1,
      comparison: AT_LEAST,
      description:
        'Requests wait in the queue and no instance is in service: SageMaker has no capacity, or the server does not start.',
    },
    ...lostRequestAlarms(metrics),
  ];
}

/** Alarm on a backlog that exceeds the scaling target even at the maximum capacity. */
function backlogSizeAlarm(
  { maxCapacity, targetBacklogPerInstance }: MonitoredHost,
  metrics: HostMetrics,
): AlarmDefinition[] {
  if (maxCapacity === undefined || targetBacklogPerInstance === undefined) return [];
  return [
    {
      ...FIFTEEN_OF_FIFTEEN,
      kind: AlarmKind.BACKLOG_SIZE,
      metric: () => metrics.get('approximateBacklogSize'),
      threshold: maxCapacity * targetBacklogPerInstance,
      description: 'More than {} requests are in the queue: too many for the maximum number of instances.',
    },
  ];
}

/** Alarms on failed requests, expired requests and undelivered responses. */
function lostRequestAlarms(metrics: HostMetrics): AlarmDefinition[] {
  return [
    {
      ...THREE_OF_SIXTY,
      kind: AlarmKind.INVOCATION_FAILURES,
      metric: () =>
        new MathExpression({
          // The expression is correct whether or not InvocationsProcessed includes failures, which AWS does not document.
          expression: '100 * failures / MAX([failures, FILL(processed, 0)])',
          usingMetrics: { failures: metrics.get('invocationFailures'), processed: metrics.get('invocationsProcessed') },
          period: PERIOD,
          label: 'failed requests (%)',
        }),
      threshold: 5,
      description:
        'More than {} % of the requests fail, for any reason: the objects below the failure prefix contain the reason.',
    },
    {
      ...ONE_OF_FIVE,
      kind: AlarmKind.EXPIRED_REQUESTS,
      metric: () => metrics.get('expiredRequests'),
      threshold: 1,
      comparison: AT_LEAST,
      description: 'At least {} request waited longer than its time to live (RequestTTLSeconds) and was not processed.',
      isSymptom: true,
    },
    {
      ...ONE_OF_FIVE,
      kind: AlarmKind.DELIVERY_FAILURES,
      metric: () =>
        new MathExpression({
          expression: 'FILL(uploads, 0) + FILL(notifications, 0)',
          usingMetrics: {
            uploads: metrics.get('responseUploadFailures'),
            notifications: metrics.get('notificationFailures'),
          },
          period: PERIOD,
          label: 'responses and notifications that were not delivered',
        }),
      threshold: 1,
      comparison: AT_LEAST,
      description:
        'At least {} response was not written to S3 or notification not published: check buckets, topics, keys and their permissions.',
      isSymptom: true,
    },
  ];
}
