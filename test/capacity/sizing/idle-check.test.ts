import * as fc from 'fast-check';
import { Arrivals } from '../../../lib/capacity';
import { BatchingHost } from '../../../lib/capacity/sizing/simulation/batching-host';
import { RandomStream } from '../../../lib/measurements/random-stream';
import { scenarioOf } from '../../../lib/capacity/sizing/simulation/scenario';
import { baseOptions } from './helpers';

const REQUESTS = 30; // more than two batches, so the last requests wait in the queue
const SCENARIO = scenarioOf({ ...baseOptions, dynamicBatching: {}, arrivals: Arrivals.poisson(1), requests: REQUESTS });

/** The times of the first three checks of a host at which all requests arrive at a time. */
function checksOf(arrivedAt: number): number[] {
  const checks: number[] = [];
  const listener = {
    started: () => {},
    rejected: () => {},
    wakeAt: (_host: number, time: number) => checks.push(time),
  };
  const sizes = new Int32Array(REQUESTS).fill(1);
  const times = new Float64Array(REQUESTS).fill(arrivedAt);
  if (!SCENARIO.batcher) throw new Error('the scenario has no batcher');
  const host = new BatchingHost(0, SCENARIO.batcher, SCENARIO, sizes, times, listener, new RandomStream(1, 1));
  for (let request = 0; request < REQUESTS; request++) host.arrive(request, 1, arrivedAt);
  host.wake(checks[checks.length - 1]);
  host.wake(checks[checks.length - 1]);
  return checks.slice(-3);
}

test('the batcher checks its queue every 500 ms while executions take longer, at any time of the simulation', () => {
  expect(checksOf(0)).toEqual([500, 1000, 1500]);
  // The sum of a time and 500 ms is rounded if it exceeds a power of two.
  const times = fc
    .tuple(fc.integer({ min: 11, max: 40 }), fc.integer({ min: 1, max: 1_499_999 }))
    .map(([exponent, microseconds]) => 2 ** exponent - microseconds / 1000);
  fc.assert(
    fc.property(times, (arrivedAt) => {
      const [first, second, third] = checksOf(arrivedAt);
      expect(second).toBeGreaterThan(first);
      expect(third).toBeGreaterThan(second); // otherwise the simulation never ends
    }),
  );
});
