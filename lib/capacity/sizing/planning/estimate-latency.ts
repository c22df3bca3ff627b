import { BatchingSimulationOptions } from '../batching-simulation-options';
import { Estimate, estimatePercentiles } from '../simulation/estimates';
import { scenarioOf } from '../simulation/scenario';
import { simulate } from '../simulation/simulate';

/** Numbers of simulated requests. */
const ROUGH_REQUESTS = 1 << 13;
const MIN_REQUESTS = 1 << 14;
const MAX_REQUESTS = 1 << 20;
/** The number with which the comparison with a limit rarely depends on the random numbers. */
const MAX_REQUESTS_NEAR_LIMIT = 1 << 21;
/** Required half width of the confidence interval, as a fraction of the latency. */
const PRECISION = 0.03;

/** Options of a simulation, except the number of requests. */
export type SimulationOptions = Omit<BatchingSimulationOptions, 'requests'>;

/** Estimates a percentile of the latency, accurate to about 10 %. */
export function estimateRoughly(options: SimulationOptions, percentile: number): Estimate {
  return estimate(options, percentile, ROUGH_REQUESTS);
}

/**
 * Estimates a percentile of the latency, accurate to 3 %. Increases the number of simulated requests until the estimate is accurate enough, up to
 * about a million, or two million while the limit is near the estimate. Stops early if the latency is clearly above the limit.
 */
export function estimatePrecisely(options: SimulationOptions, percentile: number, limit = Infinity): Estimate {
  for (let requests = MIN_REQUESTS; ;) {
    const result = estimate(options, percentile, requests);
    const halfWidth = (result.high - result.low) / 2;
    const isNearLimit = Math.abs(result.milliseconds - limit) < 2 * halfWidth;
    const relativeWidth = halfWidth / (PRECISION * result.milliseconds);
    const maximum = isNearLimit ? MAX_REQUESTS_NEAR_LIMIT : MAX_REQUESTS;
    const isAccurate = relativeWidth <= 1 && !isNearLimit;
    if (isAccurate || result.milliseconds - 2 * halfWidth > limit || requests >= maximum) return result;
    // The width of the interval is inversely proportional to the square root of the number of requests.
    requests = Math.min(requests * Math.max(2, Math.min(1.2 * relativeWidth * relativeWidth, 16)), maximum) | 0;
  }
}

function estimate(options: SimulationOptions, percentile: number, requests: number): Estimate {
  const { latencies } = simulate(scenarioOf({ ...options, requests }));
  // Omits the first 1/16 of the requests, because the queues are still filling up.
  return estimatePercentiles(latencies.subarray(requests >> 4), [percentile])[0];
}
