import { executedRequests, ModelMinute, sumOf } from '../metrics/minutes';

/** The requests of a model in a minute. */
export interface LoadMinute {
  /** Estimated number of requests that arrived. */
  readonly arrivals: number;
  readonly instances: number;
  /** Whether the minute is one of the fifth with the most requests for each instance. */
  readonly isBusy: boolean;
}

/** The requests of a model, to simulate. */
export interface Load {
  readonly minutes: readonly LoadMinute[];
  /** Fraction of each minute that is simulated. */
  readonly share: number;
  /** How often the minutes are simulated, one after the other. */
  readonly rounds: number;
  /** Mean batch size of a request. */
  readonly itemsPerRequest: number;
}

/** Enough for a stable 99th percentile, also of the busiest fifth of the minutes. */
const MIN_REQUESTS = 20_000;
/** Enough for stable means. */
export const MIN_REQUESTS_OF_MEANS = 4_000;
/** Maximum number of requests of an instance in a round. */
const MAX_REQUESTS = 60_000;
/** More minutes are sampled: at most 240, and at high rates fewer, so that at least 5 seconds of each are simulated. */
const MAX_MINUTES = 240;
const MIN_MINUTES = 20;
const MIN_SHARE = 1 / 12;
const BUSY_SHARE = 0.2;

/**
 * The load of a model, and the minutes on which it is based.
 *
 * @param minRequests fewest simulated requests of an instance
 */
export function loadOf(
  all: readonly ModelMinute[],
  minRequests = MIN_REQUESTS,
): { readonly load: Load; readonly minutes: readonly ModelMinute[] } {
  const arrivals = new Map(all.map((minute, index) => [minute, arrivalsOf(all, index)]));
  const rateOf = (minute: ModelMinute): number => (arrivals.get(minute) ?? 0) / minute.instances;
  const byRate = [...all].sort((one, other) => rateOf(one) - rateOf(other));
  const meanRate = byRate.reduce((sum, minute) => sum + rateOf(minute), 0) / byRate.length;
  const affordable = Math.max(MIN_MINUTES, Math.floor(MAX_REQUESTS / (MIN_SHARE * meanRate)));
  const count = Math.min(byRate.length, MAX_MINUTES, affordable);
  // The busiest minute is always included, because it decides whether an objective is met.
  const sampled = new Set(
    Array.from({ length: count }, (_, rank) => byRate[Math.ceil(((rank + 1) * byRate.length) / count) - 1]),
  );
  const minutes = all.filter((minute) => sampled.has(minute));
  const busiest = new Set(
    byRate.filter((minute) => sampled.has(minute)).slice(-Math.max(1, Math.round(BUSY_SHARE * count))),
  );
  const requestsPerInstance = minutes.reduce((sum, minute) => sum + rateOf(minute), 0);
  const executed = minutes.reduce((sum, minute) => sum + executedRequests(minute), 0);
  return {
    minutes,
    load: {
      minutes: minutes.map((minute) => ({
        arrivals: arrivals.get(minute) ?? 0,
        instances: minute.instances,
        isBusy: busiest.has(minute),
      })),
      share: Math.min(1, MAX_REQUESTS / requestsPerInstance),
      rounds: Math.max(1, Math.ceil(minRequests / requestsPerInstance)),
      itemsPerRequest: sumOf(minutes, 'inferences') / executed,
    },
  };
}

/**
 * The requests that arrived in a minute: those that were completed, and the growth of the queue. The metrics contain the mean queue of a minute,
 * so the growth is that between the neighboring minutes.
 */
function arrivalsOf(minutes: readonly ModelMinute[], index: number): number {
  const pendingAt = (at: number): number => minutes[Math.min(minutes.length - 1, Math.max(0, at))].pendingRequests;
  const growth = (pendingAt(index + 1) - pendingAt(index - 1)) / 2;
  return Math.max(0, executedRequests(minutes[index]) + growth);
}
