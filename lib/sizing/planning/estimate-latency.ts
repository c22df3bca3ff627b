import { BatchingSimulationProps } from '../batching-simulator-props';
import { Estimate } from '../batching-simulation';
import { estimatePercentiles } from '../simulation/estimates';
import { scenarioOf } from '../simulation/scenario';
import { simulate } from '../simulation/simulate';

const GLANCE = 1 << 13;
const FIRST = 1 << 14;
const LAST = 1 << 20;
/** How exact a latency has to be: half of its confidence interval. */
const PRECISION = 0.03;

/** A simulation of any length. */
export type StreamProps = Omit<BatchingSimulationProps, 'requests'>;

/** A percentile of the latency to about ±10 %. */
export function glanceAtLatency(props: StreamProps, percentile: number): Estimate {
  return estimate(props, percentile, GLANCE);
}

/**
 * A percentile of the latency to ±3 %, with as many requests as that takes, at most a million. It stops before that where
 * the latency is clearly above a limit.
 */
export function measureLatency(props: StreamProps, percentile: number, limit = Infinity): Estimate {
  for (let requests = FIRST; ;) {
    const result = estimate(props, percentile, requests);
    const half = (result.high - result.low) / 2;
    const needed = half / (PRECISION * result.milliseconds);
    if (needed <= 1 || result.milliseconds - 2 * half > limit || requests >= LAST) return result;
    // the interval shrinks with the root of the number of requests
    requests = Math.min(requests * Math.max(2, Math.min(1.2 * needed * needed, 16)), LAST) | 0;
  }
}

function estimate(props: StreamProps, percentile: number, requests: number): Estimate {
  const { latencies } = simulate(scenarioOf({ ...props, requests }));
  return estimatePercentiles(latencies.subarray(requests >> 4), [percentile])[0]; // the start is too quiet to count
}
