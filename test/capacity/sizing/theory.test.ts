import * as fc from 'fast-check';
import { Arrivals, BatchingSimulation, BatchingSimulator } from '../../../lib/capacity';
import { baseOptions, constantTime, linearTimes, meanOf } from './helpers';

const LONG_SIMULATION = { requests: 400_000, warmupRequests: 20_000 };

/**
 * Returns the mean latency of an M/D/c queue: random arrivals, a constant execution time and c servers. After each execution time, the
 * number of requests is the number of requests that were not being executed, plus the arrivals.
 */
function meanLatencyOfMdc(rate: number, time: number, servers: number): number {
  const size = 400;
  const arrivals = [Math.exp(-rate * time)];
  for (let n = 1; n < size; n++) arrivals.push((arrivals[n - 1] * rate * time) / n);
  let states = arrivals;
  for (let step = 0; step < 3000; step++) {
    const nextStates = new Array(size).fill(0);
    for (let n = 0; n < size; n++) {
      const remaining = Math.max(n - servers, 0);
      for (let arrived = 0; remaining + arrived < size && arrivals[arrived] > 1e-18; arrived++)
        nextStates[remaining + arrived] += states[n] * arrivals[arrived];
    }
    const hasConverged = nextStates.every((share, n) => Math.abs(share - states[n]) < 1e-14);
    states = nextStates;
    if (hasConverged) break;
  }
  return states.reduce((sum, share, n) => sum + share * n, 0) / rate;
}

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
  test.each([0.3, 0.6, 0.8])('the mean latency of one instance (M/D/1) at load %f', (load) => {
    const mean = meanOf({
      ...baseOptions,
      ...LONG_SIMULATION,
      serviceTimes: constantTime(10),
      maxBatchSize: 1,
      arrivals: Arrivals.poisson(load * 100),
    });
    const exact = 10 + (load * 10) / (2 * (1 - load));
    expect(mean.low).toBeLessThan(exact);
    expect(mean.high).toBeGreaterThan(exact);
    expect(mean.high - mean.low).toBeLessThan(0.05 * exact);
  });

  test.each([
    [2, 0.6],
    [3, 0.8],
    [8, 0.85],
  ])('the mean latency of several instances (M/D/%i) at load %f', (servers, load) => {
    const mean = meanOf({
      ...baseOptions,
      ...LONG_SIMULATION,
      instances: servers,
      serviceTimes: constantTime(10),
      maxBatchSize: 1,
      arrivals: Arrivals.poisson(load * servers * 100),
    });
    const exact = meanLatencyOfMdc((load * servers) / 10, 10, servers);
    expect(mean.low).toBeLessThan(exact);
    expect(mean.high).toBeGreaterThan(exact);
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
