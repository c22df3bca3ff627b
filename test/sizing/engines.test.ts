import * as fc from 'fast-check';
import { Arrivals } from '../../lib/sizing';
import { runEvents } from '../../lib/sizing/simulation/event-engine';
import { isImmediate, runImmediate } from '../../lib/sizing/simulation/immediate-engine';
import { RandomStream } from '../../lib/sizing/simulation/random-stream';
import { scenarioOf } from '../../lib/sizing/simulation/scenario';
import { basics, linearTimes } from './helpers';

const streams = (seed: number) => ({
  arrivals: new RandomStream(seed, 1),
  routing: new RandomStream(seed, 2),
  priorities: new RandomStream(seed, 3),
  wakeUps: new RandomStream(seed, 4),
});

test('the fast engine and the event engine agree to the last bit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 8 }),
      fc.boolean(),
      fc.double({ min: 0.05, max: 1.2, noNaN: true }),
      fc.integer({ min: 0, max: 2 ** 40 }),
      (instances, maxBatchSize, batching, load, seed) => {
        const requestsPerSecond = (load * instances * 1000) / 3;
        const scenario = scenarioOf({
          ...basics,
          serviceTimes: linearTimes(2, 1, 8),
          instances,
          maxBatchSize,
          dynamicBatching: batching ? {} : undefined,
          arrivals: Arrivals.poisson({ requestsPerSecond }),
          requests: 300,
          seed,
        });
        expect(isImmediate(scenario)).toBe(true);
        const fast = runImmediate(scenario, streams(seed).arrivals);
        const exact = runEvents(scenario, streams(seed));
        expect(fast.executionsByBatch).toEqual(exact.executionsByBatch);
        expect(fast.end).toBe(exact.end);
        for (let i = 0; i < 300; i++) expect(fast.latencies[i]).toBe(exact.latencies[i]);
      },
    ),
    { numRuns: 200 },
  );
});
