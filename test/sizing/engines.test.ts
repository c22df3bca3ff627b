import * as fc from 'fast-check';
import { Arrivals, BatchingSimulationProps } from '../../lib/sizing';
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

function expectAgreement(
  props: Pick<BatchingSimulationProps, 'instances' | 'maxBatchSize' | 'dynamicBatching' | 'arrivals' | 'seed'>,
) {
  const scenario = scenarioOf({ ...basics, ...props, serviceTimes: linearTimes(2, 1, 8), requests: 300 });
  expect(isImmediate(scenario)).toBe(true);
  const fast = runImmediate(scenario, streams(props.seed).arrivals);
  const exact = runEvents(scenario, streams(props.seed));
  expect(fast.executionsByBatch).toEqual(exact.executionsByBatch);
  expect(fast.end).toBe(exact.end);
  expect([...fast.latencies]).toEqual([...exact.latencies]);
}

const instances = fc.integer({ min: 1, max: 5 });
const maxBatchSize = fc.integer({ min: 1, max: 8 });
const dynamicBatching = fc.constantFrom(undefined, {});

describe('the fast engine and the event engine agree to the last bit', () => {
  test('on requests at random', () => {
    const load = fc.double({ min: 0.05, max: 1.2, noNaN: true });
    const seed = fc.integer({ min: 0, max: 2 ** 40 });
    fc.assert(
      fc.property(fc.record({ instances, maxBatchSize, dynamicBatching, seed }), load, (props, ofCapacity) => {
        const requestsPerSecond = (ofCapacity * props.instances * 1000) / 3;
        expectAgreement({ ...props, arrivals: Arrivals.poisson(requestsPerSecond) });
      }),
      { numRuns: 200 },
    );
  });

  test('on requests that come together, and at the very moment an execution ends', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 100, size: 'max' });
    fc.assert(
      fc.property(fc.record({ instances, maxBatchSize, dynamicBatching }), gaps, (props, milliseconds) => {
        let now = 0;
        const atMilliseconds = milliseconds.map((gap) => (now += gap));
        expectAgreement({ ...props, arrivals: Arrivals.replayed(atMilliseconds), seed: 1 });
      }),
      { numRuns: 200 },
    );
  });
});
