import { setTimeout as sleep } from 'timers/promises';
import { abridged } from '../../lib/findings/abridged';
import { Arrivals } from '../../lib/capacity/sizing/arrivals';
import { gapsOf } from '../response-times';
import { RandomStream } from '../../lib/measurements/random-stream';

/** Maximum length of an error message in the result. */
const MAX_ERROR_LENGTH = 1000;

/** The schedule of requests. It is an open loop: requests do not wait for earlier responses. */
export interface OpenLoop {
  readonly arrivals: Arrivals;
  /** Maximum number of requests. */
  readonly requests: number;
  /** Duration of the schedule. */
  readonly seconds: number;
  readonly seed: number;
}

/** The measurements of a run. */
export interface LoadResult {
  /** For each completed request: the milliseconds from the scheduled time to the end of the response. */
  readonly latencies: number[];
  /** For each completed request, in the order of `latencies`: the scheduled time, in milliseconds since the first request. */
  readonly dueTimes: number[];
  /** For each completed stream: the milliseconds from the scheduled time to the first response. Empty if the responses are not streams. */
  readonly firstResponses: number[];
  /** The milliseconds between consecutive responses of each stream. Empty if the responses are not streams. */
  readonly gaps: number[];
  /** The number of failed requests, by error message. */
  readonly errors: Map<string, number>;
  /** The time from the first scheduled request to the last response. */
  readonly seconds: number;
  /** The rate of scheduled requests per second. It exceeds the throughput if the endpoint cannot keep up. */
  readonly offeredRate: number;
}

/**
 * Sends each request at its scheduled time, whether or not earlier requests are complete, and measures latencies from the scheduled times.
 * If requests waited for responses instead, a slow endpoint would receive less load, and its latencies would be underestimated.
 *
 * @param send sends a request, and returns the arrival time of each response of a stream; empty if the response is not a stream
 */
export async function sendOpenLoop(
  { arrivals, requests, seconds, seed }: OpenLoop,
  send: () => Promise<number[]>,
  signal?: AbortSignal,
): Promise<LoadResult> {
  const schedule = scheduleOf(arrivals, requests, seed).filter((time) => time <= seconds * 1000);
  const latencies: number[] = [];
  const completedDueTimes: number[] = [];
  const firstResponses: number[] = [];
  const gaps: number[] = [];
  const errors = new Map<string, number>();
  const responses: Promise<void>[] = [];
  const start = performance.now() - (schedule[0] ?? 0);
  for (const dueTime of schedule) {
    const wait = start + dueTime - performance.now();
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => undefined);
    if (signal?.aborted) break;
    responses.push(
      send().then(
        (responseArrivals) => {
          latencies.push(performance.now() - start - dueTime);
          completedDueTimes.push(dueTime - schedule[0]);
          firstResponses.push(...responseArrivals.slice(0, 1).map((arrival) => arrival - start - dueTime));
          for (const gap of gapsOf(responseArrivals)) gaps.push(gap);
        },
        ({ name, message }: Error) => {
          const text = abridged(`${name}: ${message}`, MAX_ERROR_LENGTH);
          errors.set(text, (errors.get(text) ?? 0) + 1);
        },
      ),
    );
  }
  await Promise.all(responses);
  const scheduledSeconds = ((schedule[responses.length - 1] ?? 0) - (schedule[0] ?? 0)) / 1000;
  return {
    latencies,
    dueTimes: completedDueTimes,
    firstResponses,
    gaps,
    errors,
    seconds: (performance.now() - start - (schedule[0] ?? 0)) / 1000,
    offeredRate: scheduledSeconds > 0 ? (responses.length - 1) / scheduledSeconds : 0,
  };
}

function scheduleOf({ _stream: { times } }: Arrivals, count: number, seed: number): Float64Array {
  const schedule = new Float64Array(count);
  times?.fill(schedule, new RandomStream(seed, 1));
  return schedule;
}
