import * as fc from 'fast-check';
import { Arrivals, BatchingSimulationOptions } from '../../../lib/capacity';
import { simulateEvents } from '../../../lib/capacity/sizing/simulation/event-simulation';
import { isImmediate, simulateImmediate } from '../../../lib/capacity/sizing/simulation/immediate-simulation';
import { RandomStream } from '../../../lib/measurements/random-stream';
import { scenarioOf } from '../../../lib/capacity/sizing/simulation/scenario';
import { baseOptions, linearTimes } from './helpers';

const streams = (seed: number) => ({
  arrivals: new RandomStream(seed, 1),
  routing: new RandomStream(seed, 2),
  priorities: new RandomStream(seed, 3),
  wakeUps: new RandomStream(seed, 4),
});

/** Expects that the fast simulation (`simulateImmediate`) and the event simulation have the same result. */
function expectAgreement(
  options: Pick<BatchingSimulationOptions, 'instances' | 'maxBatchSize' | 'dynamicBatching' | 'arrivals' | 'seed'>,
) {
  const scenario = scenarioOf({ ...baseOptions, ...options, serviceTimes: linearTimes(2, 1, 8), requests: 300 });
  // The fast simulation supports only scenarios in which an instance that becomes idle executes the waiting requests immediately.
  expect(isImmediate(scenario)).toBe(true);
  const fast = simulateImmediate(scenario, streams(options.seed).arrivals);
  const byEvents = simulateEvents(scenario, streams(options.seed));
  expect(fast.executionsByBatch).toEqual(byEvents.executionsByBatch);
  expect(fast.end).toBe(byEvents.end);
  expect([...fast.latencies]).toEqual([...byEvents.latencies]);
}

const instances = fc.integer({ min: 1, max: 5 });
const maxBatchSize = fc.integer({ min: 1, max: 8 });
const dynamicBatching = fc.constantFrom(undefined, {});

describe('the fast simulation and the event simulation have exactly the same result', () => {
  test('for random arrivals', () => {
    const load = fc.double({ min: 0.05, max: 1.2, noNaN: true });
    const seed = fc.integer({ min: 0, max: 2 ** 40 });
    fc.assert(
      fc.property(fc.record({ instances, maxBatchSize, dynamicBatching, seed }), load, (options, utilization) => {
        const requestsPerSecond = (utilization * options.instances * 1000) / 3;
        expectAgreement({ ...options, arrivals: Arrivals.poisson(requestsPerSecond) });
      }),
      { numRuns: 200 },
    );
  });

  test('for requests that arrive at the same instant as each other or as the end of an execution', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 100, size: 'max' });
    fc.assert(
      fc.property(fc.record({ instances, maxBatchSize, dynamicBatching }), gaps, (options, milliseconds) => {
        let now = 0;
        const atMilliseconds = milliseconds.map((gap) => (now += gap));
        expectAgreement({ ...options, arrivals: Arrivals.replayed(atMilliseconds), seed: 1 });
      }),
      { numRuns: 200 },
    );
  });
});
