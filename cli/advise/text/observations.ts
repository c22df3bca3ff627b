import { formatCount } from '../../output/words';
import { ConfiguredModel } from '../deployed/configured-model';
import { MinutesByModel, ModelMinute, sumOf } from '../metrics/minutes';
import { formatNumber } from './format';

/** Fraction of failed requests above which the other metrics do not show the load. */
const FAILURES = 0.01;
const MIN_LOOKUPS = 1000;
/** Fraction of hits below which a response cache wastes its memory. */
const HITS = 0.01;
/** Fraction of the time of an ensemble that one composing model takes, for the model to dominate. */
const DOMINATES = 0.6;
/** A queue is a wait for the queue delay if the mean queue time is at least this fraction of it. */
const WAITING_SHARE = 0.4;

/** What the metrics of a model show without a simulation. */
export function observationsOf(minutes: readonly ModelMinute[], model?: ConfiguredModel): string[] {
  return [...cache(minutes), ...(model ? preferredSizes(minutes, model) : [])];
}

/** A sentence about failed requests. Undefined if there are few. */
export function failuresOf(minutes: readonly ModelMinute[]): string | undefined {
  const failed = sumOf(minutes, 'failedRequests');
  const share = failed / (failed + sumOf(minutes, 'successfulRequests'));
  if (!(share > FAILURES)) return undefined;
  return (
    `${formatNumber(100 * share)} % of the requests failed (${formatNumber(failed)}). Find the cause in the log before you change the batching or the ` +
    'number of instances: failed requests are not part of the other metrics.'
  );
}

function cache(minutes: readonly ModelMinute[]): string[] {
  const hits = sumOf(minutes, 'cacheHits');
  const lookups = hits + sumOf(minutes, 'cacheMisses');
  return lookups >= MIN_LOOKUPS && hits < HITS * lookups
    ? [
        `Turn off the response cache: ${formatNumber(hits)} of ${formatNumber(lookups)} requests were in the cache, which uses memory and a lookup for each ` +
          'request.',
      ]
    : [];
}

/** Preferred sizes that are not reached delay requests until the end of the queue delay. */
function preferredSizes(minutes: readonly ModelMinute[], { dynamicBatching }: ConfiguredModel): string[] {
  const { preferredBatchSizes: preferred = [], maxQueueDelayMicroseconds: delay = 0 } = dynamicBatching ?? {};
  const active = minutes.filter(({ executions }) => executions > 0);
  const largest = Math.max(...active.map(({ inferences, executions }) => inferences / executions));
  const waiting = sumOf(active, 'queueDuration') / sumOf(active, 'successfulRequests');
  if (preferred.length === 0 || largest >= Math.min(...preferred) || waiting < (WAITING_SHARE * delay) / 1000)
    return [];
  return [
    `The preferred batch sizes ${preferred.join(', ')} are not reached: even in the busiest minute, the mean batch has ${largest.toFixed(1)} items.` +
      (delay > 0 ? ` Requests wait for the queue delay instead, ${formatNumber(waiting)} ms in the mean.` : ''),
  ];
}

/** The composing model of an ensemble that takes most of its time. */
export function ensembleObservations(all: MinutesByModel, models: ReadonlyMap<string, ConfiguredModel>): string[] {
  return [...models.values()].flatMap(({ name, steps }) => {
    const times = steps.map((step) => ({ step, time: timeOf(all.get(step) ?? []) }));
    const total = times.reduce((sum, { time }) => sum + time, 0);
    const slowest = times.find(({ time }) => time > DOMINATES * total);
    return slowest && steps.length > 1
      ? [
          `The ensemble ${name} has ${formatCount(steps.length, 'composing model')}. ${slowest.step} takes ${Math.round((100 * slowest.time) / total)} % of their time: ` +
            'start with it.',
        ]
      : [];
  });
}

function timeOf(minutes: readonly ModelMinute[]): number {
  return sumOf(minutes, 'queueDuration') + sumOf(minutes, 'computeDuration');
}
