import { error, Finding, warning, within } from '../../findings/finding';
import { durationWithin, secondsOf } from '../../findings/ranges';
import { checkThresholds } from '../../monitoring/check-thresholds';
import { Endpoint } from '../endpoint';
import { generateTypeOf } from '../server/options';
import { MonitoringOptions } from './options';

const FIELD = 'monitoring.metricPublishFrequency';
/** In seconds (API model of SageMaker in botocore 1.44.5, MetricsConfig). */
const FREQUENCIES = [10, 30, 60, 120, 180, 240, 300];
/** The period of the metrics that alarms and scaling read. */
const PERIOD = 60;

/** What SageMaker would refuse of how metrics are published, or what alarms and scaling could not use. */
export function checkMonitoring({ metricPublishFrequency, enhancedMetrics }: MonitoringOptions): Finding[] {
  const invalid = durationWithin(metricPublishFrequency, { ruleId: 'sm.metric-frequency', field: FIELD });
  const seconds = secondsOf(metricPublishFrequency);
  if (invalid.length > 0 || seconds === undefined) return invalid;
  if (!FREQUENCIES.includes(seconds)) {
    return [error('sm.metric-frequency', FIELD, `got ${seconds} seconds; allowed: ${FREQUENCIES.join(', ')} seconds`)];
  }
  if (seconds <= PERIOD) return [];
  const starved = enhancedMetrics
    ? 'All alarms, including the rollback alarms, and scaling'
    : 'The alarm on busy GPUs or CPUs, and scaling on GPUs,';
  const message = `got ${seconds} seconds. ${starved} read the metrics of each minute, and most minutes would have no data; set at most ${PERIOD} seconds`;
  return [warning('sm.metric-frequency-slow', FIELD, message)];
}

/** An objective for streams that no variant sends. */
export function checkFirstChunk({ monitoring, variants }: Pick<Endpoint, 'monitoring' | 'variants'>): Finding[] {
  const { firstChunkObjective } = monitoring;
  if (!firstChunkObjective) return [];
  if (variants.some(({ server }) => generateTypeOf(server) === 'generate_stream')) return [];
  const message =
    'got an objective for the first part of streams; requires server.inferenceType: InferenceType.GENERATE_STREAM, without which no response is a stream';
  return [error('latency.first-chunk', 'monitoring.firstChunkObjective', message)];
}

/** Thresholds that no alarm of a variant can use. */
export function checkAlarms({ monitoring, variants }: Pick<Endpoint, 'monitoring' | 'variants'>): Finding[] {
  return variants.flatMap(({ asynchronous, server }) => {
    const streaming = generateTypeOf(server) === 'generate_stream';
    return within('monitoring.alarms', checkThresholds(monitoring.alarms, { asynchronous, streaming }));
  });
}
