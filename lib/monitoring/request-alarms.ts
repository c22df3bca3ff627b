import { Duration } from 'aws-cdk-lib';
import { Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { ABOVE, AlarmDefinition, ALWAYS, BELOW, LASTING, QUIET_IS_GOOD, SOON } from './alarm-definition';
import { AlarmKind } from './alarm-options';
import { EndpointMetrics } from './endpoint-metrics';
import { variantNameOf } from './endpoint-facts';
import { MonitoredEndpoint } from './monitored-endpoint';
import { queueAlarms } from './queue-alarms';

/** Latency, errors and traffic, as far as the endpoint publishes them. */
export function requestAlarms(endpoint: MonitoredEndpoint): AlarmDefinition[] {
  const metrics = new EndpointMetrics(endpoint.endpointName, variantNameOf(endpoint));
  const { statistic, limit } = endpoint.latencyObjective;
  const milliseconds = limit.toMilliseconds();
  const latency: AlarmDefinition = {
    ...SOON,
    kind: AlarmKind.LATENCY,
    metric: () => metrics.modelLatency({ statistic }),
    threshold: milliseconds,
    scale: 1000,
    comparison: ABOVE,
    missing: QUIET_IS_GOOD,
    description: `ModelLatency ${statistic} is above {} ms.`,
    symptom: true,
    rollback: true,
  };
  const serverErrors: AlarmDefinition = {
    ...SOON,
    kind: AlarmKind.SERVER_ERRORS,
    // Without Invocations, as on asynchronous endpoints, the average of the zeros and ones is the rate.
    metric: () =>
      endpoint.asynchronous ? metrics.invocation5xxErrors({ statistic: Stats.AVERAGE }) : metrics.errorRate5xx(),
    threshold: 1,
    scale: endpoint.asynchronous ? 0.01 : 1,
    comparison: ABOVE,
    missing: QUIET_IS_GOOD,
    description: 'More than {} % of the requests receive a 5XX response.',
    symptom: true,
    rollback: true,
  };
  return [
    latency,
    serverErrors,
    ...(endpoint.streaming ? streamAlarms(endpoint, metrics) : []),
    ...(endpoint.probeInterval ? probeAlarms(endpoint, endpoint.probeInterval, metrics) : []),
    ...(endpoint.asynchronous ? queueAlarms(endpoint, metrics) : realTimeAlarms(endpoint, metrics)),
  ];
}

/** A stream that has begun has the status 200, so that no alarm on statuses sees it break off. */
function streamAlarms({ firstChunkObjective }: MonitoredEndpoint, metrics: EndpointMetrics): AlarmDefinition[] {
  const shared = { ...SOON, comparison: ABOVE, missing: QUIET_IS_GOOD, symptom: true, rollback: true };
  const broken: AlarmDefinition = {
    ...shared,
    kind: AlarmKind.MID_STREAM_ERRORS,
    metric: () => metrics.midStreamErrorRate(),
    threshold: 1,
    description: 'More than {} % of the requests have streams that end before they are complete.',
  };
  if (!firstChunkObjective) return [broken];
  const { statistic, limit } = firstChunkObjective;
  return [
    broken,
    {
      ...shared,
      kind: AlarmKind.FIRST_CHUNK_LATENCY,
      metric: () => metrics.firstChunkLatency({ statistic }),
      threshold: limit.toMilliseconds(),
      scale: 1000,
      description: `FirstChunkLatency ${statistic} is above {} ms: streams begin too late.`,
    },
  ];
}

function realTimeAlarms(endpoint: MonitoredEndpoint, metrics: EndpointMetrics): AlarmDefinition[] {
  const alarms: AlarmDefinition[] = [
    {
      ...SOON,
      kind: AlarmKind.OVERHEAD_LATENCY,
      // The average, since AWS documents no percentiles of it.
      metric: () => metrics.overheadLatency({ statistic: Stats.AVERAGE }),
      threshold: endpoint.latencyObjective.limit.toMilliseconds() / 2,
      scale: 1000,
      comparison: ABOVE,
      missing: QUIET_IS_GOOD,
      description:
        'OverheadLatency is above {} ms on average: the time is spent in SageMaker, on authentication or on large payloads, not in the model.',
    },
    {
      ...LASTING,
      kind: AlarmKind.CLIENT_ERRORS,
      metric: () => metrics.errorRate4xx(),
      threshold: 5,
      comparison: ABOVE,
      missing: QUIET_IS_GOOD,
      description:
        'More than {} % of the requests receive a 4XX response: a client sends requests that the model does not accept.',
    },
  ];
  const { expectedInvocationsPerMinute } = endpoint;
  if (expectedInvocationsPerMinute === undefined) return alarms;
  return [
    ...alarms,
    {
      ...ALWAYS,
      kind: AlarmKind.NO_TRAFFIC,
      metric: () => metrics.invocations(),
      threshold: expectedInvocationsPerMinute,
      comparison: BELOW,
      // Here silence is the very thing to report.
      missing: TreatMissingData.BREACHING,
      description: 'Fewer than {} requests arrive each minute: clients may not reach the endpoint.',
    },
  ];
}

/** Their values come once an interval, and each minute while a deployment bakes; the windows have to suit both. */
function probeAlarms(endpoint: MonitoredEndpoint, interval: Duration, metrics: EndpointMetrics): AlarmDefinition[] {
  const inARow = (count: number): number => (count - 1) * interval.toMinutes({ integral: false }) + 2;
  const success: AlarmDefinition = {
    kind: AlarmKind.PROBE,
    metric: () => metrics.probeSuccess(),
    threshold: 1,
    comparison: BELOW,
    minutes: inARow(2),
    breaching: 2,
    minutesWhileBaking: 3,
    missing: QUIET_IS_GOOD,
    description: 'The probe receives incorrect responses, or none.',
    symptom: true,
    rollback: true,
  };
  if (!endpoint.plannedEndToEndLatency) return [success];
  return [
    success,
    {
      kind: AlarmKind.LATENCY_DRIFT,
      metric: () => metrics.probeLatencyDrift(),
      threshold: 50,
      comparison: ABOVE,
      minutes: inARow(3),
      breaching: 3,
      missing: QUIET_IS_GOOD,
      description: 'The probe measures a latency more than {} % above the planned latency.',
    },
  ];
}
