import * as fc from 'fast-check';
import { Arrivals, BatchingSimulation, BatchingSimulator } from '../../lib/sizing';
import { basics, constantTime, linearTimes } from './helpers';

const MANY = { requests: 400_000, warmupRequests: 20_000 };

/** Mean latency of M/D/c: the number in system each `time` later is what was not served, plus the arrivals. */
function meanLatencyOfMdc(rate: number, time: number, servers: number): number {
  const size = 400;
  const arrivals = [Math.exp(-rate * time)];
  for (let n = 1; n < size; n++) arrivals.push((arrivals[n - 1] * rate * time) / n);
  let states = arrivals;
  for (let step = 0; step < 3000; step++) {
    const next = new Array(size).fill(0);
    for (let n = 0; n < size; n++) {
      const left = Math.max(n - servers, 0);
      for (let more = 0; left + more < size && arrivals[more] > 1e-18; more++)
        next[left + more] += states[n] * arrivals[more];
    }
    const done = next.every((share, n) => Math.abs(share - states[n]) < 1e-14);
    states = next;
    if (done) break;
  }
  return states.reduce((sum, share, n) => sum + share * n, 0) / rate;
}

/** Inoue, arXiv:1912.06322: mean latency where batches of any size take base + perItem × batch and are served at once. */
function inoueBound(rate: number, base: number, perItem: number): number {
  const load = rate * perItem;
  const phi0 = ((perItem + base) / (2 * (1 - load))) * (1 + 2 * rate * base + (1 - rate * base) / (1 + load));
  const phi1 = (1.5 * base) / (1 - load) + ((perItem / 2) * (load + 2)) / (1 - load * load);
  return Math.min(phi0, phi1);
}

describe('queueing theory', () => {
  test.each([0.3, 0.6, 0.8])('M/D/1 at load %f', (load) => {
    const { mean } = BatchingSimulator.run({
      ...basics,
      ...MANY,
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
  ])('M/D/%i at load %f', (servers, load) => {
    const { mean } = BatchingSimulator.run({
      ...basics,
      ...MANY,
      instances: servers,
      serviceTimes: constantTime(10),
      maxBatchSize: 1,
      arrivals: Arrivals.poisson(load * servers * 100),
    });
    const exact = meanLatencyOfMdc((load * servers) / 10, 10, servers);
    expect(mean.low).toBeLessThan(exact);
    expect(mean.high).toBeGreaterThan(exact);
  });

  test.each([0.1, 0.3, 0.5, 0.7, 0.9])("Inoue's bound holds and is close at load %f", (load) => {
    const { mean } = BatchingSimulator.run({
      ...basics,
      ...MANY,
      serviceTimes: linearTimes(2, 1, 512),
      maxBatchSize: 512,
      dynamicBatching: {},
      arrivals: Arrivals.poisson(load * 1000),
    });
    const bound = inoueBound(load, 2, 1);
    expect(mean.low).toBeLessThan(bound);
    expect(mean.milliseconds).toBeGreaterThan(0.9 * bound);
  });

  test("Little's law holds on every simulated path", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        fc.double({ min: 0.1, max: 0.9, noNaN: true }),
        fc.integer({ min: 0, max: 30_000 }),
        fc.boolean(),
        (instances, hosts, load, maxQueueDelayMicroseconds, preserveOrdering) => {
          const result = BatchingSimulator.run({
            ...basics,
            requests: 500,
            instances,
            hosts,
            dynamicBatching: { maxQueueDelayMicroseconds, preserveOrdering },
            arrivals: Arrivals.poisson(load * instances * hosts * 800),
          });
          const byLaw = (result.throughput / 1000) * result.meanMilliseconds;
          expect(result.meanInFlight / byLaw).toBeCloseTo(1, 9);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('worse conditions never make it better', () => {
  const at = (load: number, serviceFactor = 1): BatchingSimulation =>
    BatchingSimulator.run({
      ...basics,
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
        expect(at(load * 1.2).meanMilliseconds).toBeGreaterThan(at(load).meanMilliseconds);
        expect(at(load * 1.2).p99Milliseconds).toBeGreaterThan(at(load).p99Milliseconds);
      }),
      { numRuns: 25 },
    );
  });

  test('longer executions', () => {
    fc.assert(
      fc.property(loads, (load) => {
        expect(at(load, 1.1).meanMilliseconds).toBeGreaterThan(at(load).meanMilliseconds);
        expect(at(load, 1.1).p99Milliseconds).toBeGreaterThan(at(load).p99Milliseconds);
      }),
      { numRuns: 25 },
    );
  });

  test('burstier arrivals', () => {
    const p99 = (arrivals: Arrivals) =>
      BatchingSimulator.run({ ...basics, dynamicBatching: {}, arrivals }).p99Milliseconds;
    const rate = 400;
    const steady = p99(Arrivals.constant(rate));
    const users = p99(Arrivals.poisson(rate));
    const bursts = p99(Arrivals.gamma(rate, 5));
    expect(steady).toBeLessThan(users);
    expect(users).toBeLessThan(bursts);
  });
});
