import * as fc from 'fast-check';
import { Arrivals, BatchingSimulation, BatchingSimulator } from '../../../lib/capacity';
import { DeterministicQueue } from '../fleet/truth/deterministic-queue';
import { baseOptions, constantTime, linearTimes, meanOf } from './helpers';

const LONG_SIMULATION = { requests: 400_000, warmupRequests: 20_000 };

/**
 * Returns the upper bound of the mean latency (Inoue, arXiv:1912.06322), if an execution takes base + perItem × batch and starts
 * immediately.
 */
function inoueBound(rate: number, base: number, perItem: number): number {
  const load = rate * perItem;
  const phi0 = ((perItem + base) / (2 * (1 - load))) * (1 + 2 * rate * base + (1 - rate * base) / (1 + load));
  const phi1 = (1.5 * base) / (1 - load) + ((perItem / 2) * (load + 2)) / (1 - load * load);
  return Math.min(phi0, phi1);
}

describe('the simulation agrees with queueing theory:', () => {
  test.each([
    [1, 0.3],
    [1, 0.8],
    [2, 0.6],
    [3, 0.8],
    [8, 0.85],
  ])('the mean latency of instances without batching (M/D/%i) at load %f', (servers, load) => {
    const mean = meanOf({
      ...baseOptions,
      ...LONG_SIMULATION,
      instances: servers,
      serviceTimes: constantTime(10),
      maxBatchSize: 1,
      arrivals: Arrivals.poisson(load * servers * 100),
    });
    const exact = 10 * (1 + new DeterministicQueue(servers, load).meanWait);
    expect(mean.low).toBeLessThan(exact);
    expect(mean.high).toBeGreaterThan(exact);
    expect(mean.high - mean.low).toBeLessThan(0.05 * exact);
  });

  test.each([0.1, 0.3, 0.5, 0.7, 0.9])("Inoue's bound is valid and tight at load %f", (load) => {
    const mean = meanOf({
      ...baseOptions,
      ...LONG_SIMULATION,
      serviceTimes: linearTimes(2, 1, 512),
      maxBatchSize: 512,
      dynamicBatching: {},
      arrivals: Arrivals.poisson(load * 1000),
    });
    const bound = inoueBound(load, 2, 1);
    expect(mean.low).toBeLessThan(bound);
    expect(mean.milliseconds).toBeGreaterThan(0.9 * bound);
  });

  test("Little's law is satisfied by every simulation", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        fc.double({ min: 0.1, max: 0.9, noNaN: true }),
        fc.integer({ min: 0, max: 30_000 }),
        fc.boolean(),
        (instances, hosts, load, maxQueueDelayMicroseconds, preserveOrdering) => {
          const result = BatchingSimulator.run({
            ...baseOptions,
            requests: 500,
            instances,
            hosts,
            dynamicBatching: { maxQueueDelayMicroseconds, preserveOrdering },
            arrivals: Arrivals.poisson(load * instances * hosts * 800),
          });
          const expected = (result.throughput / 1000) * result.meanMilliseconds;
          expect(result.meanConcurrentRequests / expected).toBeCloseTo(1, 9);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('latency increases with', () => {
  const simulateAt = (load: number, serviceFactor = 1): BatchingSimulation =>
    BatchingSimulator.run({
      ...baseOptions,
      requests: 30_000,
      serviceTimes: linearTimes(2 * serviceFactor, serviceFactor, 8),
      dynamicBatching: {},
      instances: 2,
      arrivals: Arrivals.poisson(load * 1600),
    });
  const loads = fc.double({ min: 0.1, max: 0.7, noNaN: true });

  test('more load', () => {
    fc.assert(
      fc.property(loads, (load) => {
        expect(simulateAt(load * 1.2).meanMilliseconds).toBeGreaterThan(simulateAt(load).meanMilliseconds);
        expect(simulateAt(load * 1.2).p99Milliseconds).toBeGreaterThan(simulateAt(load).p99Milliseconds);
      }),
      { numRuns: 25 },
    );
  });

  test('longer executions', () => {
    fc.assert(
      fc.property(loads, (load) => {
        expect(simulateAt(load, 1.1).meanMilliseconds).toBeGreaterThan(simulateAt(load).meanMilliseconds);
        expect(simulateAt(load, 1.1).p99Milliseconds).toBeGreaterThan(simulateAt(load).p99Milliseconds);
      }),
      { numRuns: 25 },
    );
  });

  test('burstier arrivals', () => {
    const p99 = (arrivals: Arrivals) =>
      BatchingSimulator.run({ ...baseOptions, dynamicBatching: {}, arrivals }).p99Milliseconds;
    const rate = 400;
    const steady = p99(Arrivals.constant(rate));
    const users = p99(Arrivals.poisson(rate));
    const bursts = p99(Arrivals.gamma(rate, 5));
    expect(steady).toBeLessThan(users);
    expect(users).toBeLessThan(bursts);
  });
});
