import { ConfiguredModel } from '../deployed/configured-model';
import { ModelMinute, sumOf } from '../metrics/minutes';
import { formatNumber } from './format';

/** Fraction of failed requests above which the other metrics do not show the load. */
const FAILURES = 0.01;
/** A queue is a wait for the queue delay if the mean queue time is at least this fraction of it. */
const WAITING_SHARE = 0.4;

/** What the metrics of a model show without a simulation. */
export function observationsOf(minutes: readonly ModelMinute[], model?: ConfiguredModel): string[] {
  return model ? preferredSizes(minutes, model) : [];
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
