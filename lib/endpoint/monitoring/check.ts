import { error, Finding, warning, prefixFields } from '../../findings/finding';
import { checkDurationRange, secondsOf } from '../../findings/ranges';
import { checkThresholds } from '../../monitoring/check-thresholds';
import { Endpoint } from '../resolved/endpoint';
import { generateTypeOf } from '../../model/server/options';
import { MonitoringOptions } from '../options/monitoring-options';

const FIELD = 'monitoring.metricPublishFrequency';
/** Allowed frequencies in seconds (API model of SageMaker in botocore 1.44.5, MetricsConfig). */
const ALLOWED_SECONDS = [10, 30, 60, 120, 180, 240, 300];
/** Period in seconds of the metrics that alarms and scaling read. */
const ALARM_PERIOD_SECONDS = 60;

/** Checks the frequency at which metrics are published against the limits of SageMaker, alarms and scaling. */
export function checkMonitoring({ metricPublishFrequency, enhancedMetrics }: MonitoringOptions): Finding[] {
  const rangeFindings = checkDurationRange(metricPublishFrequency, { ruleId: 'sm.metric-frequency', field: FIELD });
  const seconds = secondsOf(metricPublishFrequency);
  if (rangeFindings.length > 0 || seconds === undefined) return rangeFindings;
  if (!ALLOWED_SECONDS.includes(seconds)) {
    return [
      error('sm.metric-frequency', FIELD, `got ${seconds} seconds; allowed: ${ALLOWED_SECONDS.join(', ')} seconds`),
    ];
  }
  if (seconds <= ALARM_PERIOD_SECONDS) return [];
  const affected = enhancedMetrics
    ? 'All alarms, including the rollback alarms, and scaling'
    : 'The alarm on busy GPUs or CPUs, and scaling on GPUs,';
  const message = `got ${seconds} seconds. ${affected} read the metrics of each minute, and most minutes would have no data; set at most ${ALARM_PERIOD_SECONDS} seconds`;
  return [warning('sm.metric-frequency-slow', FIELD, message)];
}

/** Rejects an objective for the first chunk of streams if no variant streams its responses. */
export function checkFirstChunk({ monitoring, hosts }: Endpoint): Finding[] {
  const { firstChunkObjective } = monitoring;
  if (!firstChunkObjective) return [];
  if (hosts.some(({ server }) => generateTypeOf(server) === 'generate_stream')) return [];
  const message =
    'got an objective for the first part of streams; requires server.inferenceType: InferenceType.GENERATE_STREAM, without which no response is a stream';
  return [error('latency.first-chunk', 'monitoring.firstChunkObjective', message)];
}

/** Checks the thresholds of alarms. */
export function checkAlarms({ monitoring, hosts }: Endpoint): Finding[] {
  return hosts.flatMap(({ asynchronous, server }) => {
    const streaming = generateTypeOf(server) === 'generate_stream';
    return prefixFields('monitoring.alarms', checkThresholds(monitoring.alarms, { asynchronous, streaming }));
  });
}
