import { BatchingSimulationProps } from '../batching-simulator-props';
import { Estimate } from '../batching-simulation';
import { simulate } from '../simulation/simulate';
import { estimatePercentiles } from '../simulation/estimates';
import { scenarioOf } from '../simulation/scenario';

const FIRST = 1 << 13;
const LAST = 1 << 19;
/** How exact a latency has to be: half of its confidence interval. */
const PRECISION = 0.03;

/**
 * A percentile of the latency to ±3 %, with as many requests as that takes; with a limit, only until it is clear on which
 * side of the limit it is.
 */
export function estimateLatency(
  props: Omit<BatchingSimulationProps, 'requests'>,
  percentile: number,
  limit?: number,
): Estimate {
  for (let requests = FIRST; ; requests *= 2) {
    const { latencies } = simulate(scenarioOf({ ...props, requests }));
    const [estimate] = estimatePercentiles(latencies.subarray(requests >> 4), [percentile]);
    const half = (estimate.high - estimate.low) / 2;
    // the interval of a short run is itself uncertain, so it has to be clear by twice its width
    const clear = limit !== undefined && Math.abs(estimate.milliseconds - limit) > 2 * half;
    if (clear || half <= PRECISION * estimate.milliseconds || requests >= LAST) return estimate;
  }
}
