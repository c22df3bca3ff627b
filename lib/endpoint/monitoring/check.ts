import { error, Finding, prefixFields } from '../../findings/finding';
import { checkThresholds } from '../../monitoring/check-thresholds';
import { Endpoint } from '../resolved/endpoint';
import { generateTypeOf } from '../../model/server/options';

/** Rejects an objective for the first chunk of streams if no variant streams its responses. */
export function checkFirstChunk({ monitoring, hosts }: Endpoint): Finding[] {
  const { firstChunkObjective } = monitoring;
  if (!firstChunkObjective) return [];
  if (hosts.some(({ server }) => generateTypeOf(server) === 'generate_stream')) return [];
  const message =
    'got an objective for the first part of streams; requires server.inferenceType: InferenceType.GENERATE_STREAM, without which no response is a stream';
  return [error('latency.first-chunk', 'monitoring.firstChunkObjective', message)];
}

/** Checks the thresholds of alarms, and their actions. */
export function checkAlarms({ monitoring, hosts }: Endpoint): Finding[] {
  return [
    ...hosts.flatMap(({ asynchronous, server }) => {
      const streaming = generateTypeOf(server) === 'generate_stream';
      return prefixFields('monitoring.alarms', checkThresholds(monitoring.alarms, { asynchronous, streaming }));
    }),
    ...checkActionKinds(monitoring),
  ];
}

/** In Python, jsii accepts every object where an interface is expected, such as a topic instead of an action. */
function checkActionKinds({ alarmActions = [] }: Endpoint['monitoring']): Finding[] {
  return alarmActions.flatMap((action, index) => {
    if (typeof action?.bind === 'function') return [];
    const message = 'got an object that is not an alarm action; allowed: an action, such as SnsAction with the topic';
    return [error('api.value', `monitoring.alarmActions[${index}]`, message)];
  });
}
