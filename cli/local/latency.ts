import { gapsOf, percentile } from '../response-times';
import { Exchange } from './invocations';
import type { LoopbackClient } from './loopback-client';

/** Percentiles of a latency in milliseconds. */
export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

/** Latencies of sequential requests, in milliseconds. */
export interface Latencies extends Percentiles {
  readonly requests: number;
  /** When the first request was sent, in ISO format. */
  readonly at: string;
  /** The time to the first response of a stream; undefined if the responses are not streams. */
  readonly firstResponse?: Percentiles;
  /** The time between consecutive responses of a stream; undefined if no stream has two responses. */
  readonly betweenResponses?: Percentiles;
}

/** Sends the same request repeatedly, one at a time, after a first request that is not measured. */
export async function measureLatencies(
  target: LoopbackClient,
  { request, targetModel, inferenceComponent, isStream }: Exchange,
  requests: number,
  signal: AbortSignal,
): Promise<Latencies> {
  const send = (): Promise<number[]> => target.send({ ...request, targetModel, inferenceComponent, isStream }, signal);
  await send(); // not measured, because it opens the connection and may be the first request to the model
  const at = new Date().toISOString();
  const latencies: number[] = [];
  const firstResponses: number[] = [];
  const gaps: number[] = [];
  for (let sentCount = 0; sentCount < requests; sentCount++) {
    const start = performance.now();
    const arrivals = await send();
    for (const arrival of arrivals.slice(0, 1)) firstResponses.push(arrival - start);
    for (const gap of gapsOf(arrivals)) gaps.push(gap);
    latencies.push(performance.now() - start);
  }
  return {
    requests,
    at,
    ...percentilesOf(latencies),
    firstResponse: firstResponses.length > 0 ? percentilesOf(firstResponses) : undefined,
    betweenResponses: gaps.length > 0 ? percentilesOf(gaps) : undefined,
  };
}

function percentilesOf(values: number[]): Percentiles {
  return { p50: percentile(50, values), p99: percentile(99, values) };
}
