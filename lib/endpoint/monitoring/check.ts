import { error, Finding, prefixFields } from '../../findings/finding';
import { checkThresholds } from '../../monitoring/check-thresholds';
import { Endpoint } from '../endpoint';
import { generateTypeOf } from '../../model/server/options';

/** Rejects an objective for the first chunk of streams if no variant streams its responses. */
export function checkFirstChunk({ monitoring, variants }: Pick<Endpoint, 'monitoring' | 'variants'>): Finding[] {
  const { firstChunkObjective } = monitoring;
  if (!firstChunkObjective) return [];
  if (variants.some(({ server }) => generateTypeOf(server) === 'generate_stream')) return [];
  const message =
    'got an objective for the first part of streams; requires server.inferenceType: InferenceType.GENERATE_STREAM, without which no response is a stream';
  return [error('latency.first-chunk', 'monitoring.firstChunkObjective', message)];
}

/** Checks the thresholds of alarms. */
export function checkAlarms({ monitoring, variants }: Pick<Endpoint, 'monitoring' | 'variants'>): Finding[] {
  return variants.flatMap(({ asynchronous, server }) => {
    const streaming = generateTypeOf(server) === 'generate_stream';
    return prefixFields('monitoring.alarms', checkThresholds(monitoring.alarms, { asynchronous, streaming }));
  });
}
