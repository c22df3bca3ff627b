import { setTimeout as sleep } from 'timers/promises';
import { abridged } from '../../lib/findings/abridged';
import { Arrivals } from '../../lib/sizing/arrivals';
import { gapsOf } from '../response-times';
import { RandomStream } from '../../lib/sizing/simulation/random-stream';

/** An error of an endpoint may have any length. */
const ERROR_LENGTH = 1000;

/** When requests are due, and when to stop. */
export interface OpenLoop {
  readonly arrivals: Arrivals;
  /** No more requests than this. */
  readonly requests: number;
  /** None is due later than this. */
  readonly seconds: number;
  readonly seed: number;
}

/** How the requests went. */
export interface LoadResult {
  /** Milliseconds from the moment that each answered request was due to its whole answer. */
  readonly latencies: number[];
  /** When each of them was due, in milliseconds from the first; in the same order. */
  readonly dueTimes: number[];
  /** Milliseconds from the moment that each completed request was due to the first response of its stream; empty without streams. */
  readonly firstResponses: number[];
  /** Milliseconds from each response of a stream to the next; empty without streams. */
  readonly gaps: number[];
  /** What came instead of answers, with how often. */
  readonly errors: Map<string, number>;
  /** From the first request's due moment to the last answer. */
  readonly seconds: number;
  /** What was asked for, which is above what was answered where the endpoint cannot keep up. */
  readonly offered: number;
}

/**
 * Sends requests when they are due, whether or not earlier ones are answered. A request that the sender itself was late with counts from
 * when it was due: else a slow endpoint would slow the load down, and look fast.
 */
export async function sendOpenLoop(
  { arrivals, requests, seconds, seed }: OpenLoop,
  send: () => Promise<number[]>,
  signal?: AbortSignal,
): Promise<LoadResult> {
  const due = dueTimes(arrivals, requests, seed).filter((time) => time <= seconds * 1000);
  const latencies: number[] = [];
  const answered: number[] = [];
  const firstResponses: number[] = [];
  const gaps: number[] = [];
  const errors = new Map<string, number>();
  const answers: Promise<void>[] = [];
  const start = performance.now() - (due[0] ?? 0);
  for (const time of due) {
    const wait = start + time - performance.now();
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => undefined);
    if (signal?.aborted) break;
    answers.push(
      send().then(
        (arrivals) => {
          latencies.push(performance.now() - start - time);
          answered.push(time - due[0]);
          firstResponses.push(...arrivals.slice(0, 1).map((arrival) => arrival - start - time));
          for (const gap of gapsOf(arrivals)) gaps.push(gap);
        },
        ({ name, message }: Error) => {
          const text = abridged(`${name}: ${message}`, ERROR_LENGTH);
          errors.set(text, (errors.get(text) ?? 0) + 1);
        },
      ),
    );
  }
  await Promise.all(answers);
  const span = ((due[answers.length - 1] ?? 0) - (due[0] ?? 0)) / 1000;
  return {
    latencies,
    dueTimes: answered,
    firstResponses,
    gaps,
    errors,
    seconds: (performance.now() - start - (due[0] ?? 0)) / 1000,
    offered: span > 0 ? (answers.length - 1) / span : 0,
  };
}

function dueTimes({ _stream: { times } }: Arrivals, count: number, seed: number): Float64Array {
  const due = new Float64Array(count);
  times?.fill(due, new RandomStream(seed, 1));
  return due;
}
