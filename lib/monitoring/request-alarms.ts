import { Duration } from 'aws-cdk-lib';
import { Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { AlarmDefinition, FIFTEEN_OF_FIFTEEN, BELOW, TEN_OF_FIFTEEN, THREE_OF_FIVE } from './alarm-definition';
import { AlarmKind } from './alarm-options';
import { metricsOf } from './metrics-of';
import { MonitoredHost } from './monitored-endpoint';
import { queueAlarms } from './queue-alarms';
import { HostMetrics } from './host-metrics';

/** Alarms on latency, errors and traffic, and on response streams, the probe and the queue if the endpoint has them. */
export function requestAlarms(endpoint: MonitoredHost): AlarmDefinition[] {
  const metrics = metricsOf(endpoint);
  const { statistic, _milliseconds: milliseconds } = endpoint.latencyObjective;
  const latency: AlarmDefinition = {
    ...THREE_OF_FIVE,
    kind: AlarmKind.LATENCY,
    metric: () => metrics.get('modelLatency', { statistic }),
    threshold: milliseconds,
    scale: 1000,
    description: `ModelLatency ${statistic} is above {} ms.`,
    isSymptom: true,
    rollback: true,
  };
  const serverErrors: AlarmDefinition = {
    ...THREE_OF_FIVE,
    kind: AlarmKind.SERVER_ERRORS,
    // Asynchronous endpoints do not publish Invocations. Each request counts as 0 or 1, so the average is the error rate.
    metric: () =>
      endpoint.asynchronous
        ? metrics.get('invocation5xxErrors', { statistic: Stats.AVERAGE })
        : metrics.errorRate('invocation5xxErrors', '5XX rate (%)'),
    threshold: 1,
    scale: endpoint.asynchronous ? 0.01 : 1,
    description: 'More than {} % of the requests receive a 5XX response.',
    isSymptom: true,
    rollback: true,
  };
  return [
    latency,
    serverErrors,
    ...(endpoint.streaming ? streamAlarms(endpoint, metrics) : []),
    ...(endpoint.probeInterval ? [probeAlarm(endpoint.probeInterval, metrics)] : []),
    ...(endpoint.asynchronous ? queueAlarms(endpoint) : realTimeAlarms(endpoint, metrics)),
  ];
}

/**
 * Alarms on response streams. A stream that has started has status 200, so the alarms on status codes do not detect a stream that ends
 * early.
 */
function streamAlarms({ firstChunkObjective }: MonitoredHost, metrics: HostMetrics): AlarmDefinition[] {
  const sharedSettings = {
    ...THREE_OF_FIVE,
    isSymptom: true,
    rollback: true,
  };
  const brokenStreams: AlarmDefinition = {
    ...sharedSettings,
    kind: AlarmKind.MID_STREAM_ERRORS,
    metric: () => metrics.errorRate('midStreamErrors', 'broken streams (%)'),
    threshold: 1,
    description: 'More than {} % of the requests have streams that end before they are complete.',
  };
  if (!firstChunkObjective) return [brokenStreams];
  const { statistic, _milliseconds: milliseconds } = firstChunkObjective;
  return [
    brokenStreams,
    {
      ...sharedSettings,
      kind: AlarmKind.FIRST_CHUNK_LATENCY,
      metric: () => metrics.get('firstChunkLatency', { statistic }),
      threshold: milliseconds,
      scale: 1000,
      description: `FirstChunkLatency ${statistic} is above {} ms: streams begin too late.`,
    },
  ];
}

function realTimeAlarms(endpoint: MonitoredHost, metrics: HostMetrics): AlarmDefinition[] {
  const alarms: AlarmDefinition[] = [
    {
      ...THREE_OF_FIVE,
      kind: AlarmKind.OVERHEAD_LATENCY,
      // AWS documents no percentiles for this metric.
      metric: () => metrics.get('overheadLatency', { statistic: Stats.AVERAGE }),
      threshold: endpoint.latencyObjective._milliseconds / 2,
      scale: 1000,
      description:
        'OverheadLatency is above {} ms on average: the time is spent in SageMaker, on authentication or on large payloads, not in the model.',
    },
    {
      ...TEN_OF_FIFTEEN,
      kind: AlarmKind.CLIENT_ERRORS,
      metric: () => metrics.errorRate('invocation4xxErrors', '4XX rate (%)'),
      threshold: 5,
      description:
        'More than {} % of the requests receive a 4XX response: a client sends requests that the model does not accept.',
    },
  ];
  const { expectedInvocationsPerMinute } = endpoint;
  if (expectedInvocationsPerMinute === undefined) return alarms;
  return [
    ...alarms,
    {
      ...FIFTEEN_OF_FIFTEEN,
      kind: AlarmKind.NO_TRAFFIC,
      metric: () => metrics.get('invocations'),
      threshold: expectedInvocationsPerMinute,
      comparison: BELOW,
      // This alarm must fire if there is no data.
      missingData: TreatMissingData.BREACHING,
      description: 'Fewer than {} requests arrive each minute: clients may not reach the endpoint.',
    },
  ];
}

/**
 * Alarm on the probe. The probe publishes its metric once per interval, and every minute during the baking period. The evaluation window
 * must be suitable for both intervals.
 */
function probeAlarm(interval: Duration, metrics: HostMetrics): AlarmDefinition {
  return {
    kind: AlarmKind.PROBE,
    metric: () => metrics.get('success'),
    threshold: 1,
    comparison: BELOW,
    evaluationPeriods: interval.toMinutes({ integral: false }) + 2, // a window that always contains two results
    datapointsToAlarm: 2,
    periodsWhileBaking: 3,
    description: 'The probe receives incorrect responses, or none.',
    isSymptom: true,
    rollback: true,
  };
}
