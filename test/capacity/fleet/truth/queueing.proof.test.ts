import { DeterministicQueue } from './deterministic-queue';
import { FLEETS, queueingRows, RANDOM_ROUTING } from './queueing';
import { percentileOf, shortestQueueLatencies } from './shortest-queue';

// Fleets of a fixed size without batching, compared with queueing theory. Execution times of the simulator are constant for each batch size,
// so there is no fleet with exponential execution times (M/M/c).

describe('the reference values', () => {
  test.each([0.3, 0.7, 0.9, 0.98])(
    'are those of Pollaczek and Khinchine for one server at a utilization of %f',
    (load) => {
      const queue = new DeterministicQueue(1, load);
      expect(queue.meanWait).toBeCloseTo(load / (2 * (1 - load)), 4);
      expect(queue.waitsAtMost(0)).toBeCloseTo(1 - load, 6);
    },
  );

  test('of one queue are those of the shortest of one queue', () => {
    const p99 = percentileOf(shortestQueueLatencies(1, 0.8), 99);
    expect(p99 / new DeterministicQueue(1, 0.8).latency(99)).toBeCloseTo(1, 1.5);
  });
});

describe.each(FLEETS)('$name', (fleet) => {
  const rows = queueingRows(fleet);
  const upTo = (utilization: number) => rows.filter((row) => row.utilization <= utilization);

  test('has the latencies of theory up to a utilization of 0.9, on average over seeds', () => {
    for (const { median, p99 } of upTo(0.9)) {
      expect(Math.abs(median.simulated / median.expected - 1)).toBeLessThan(0.025);
      expect(Math.abs(p99.simulated / p99.expected - 1)).toBeLessThan(0.03);
      expect(p99.largestDeviation).toBeLessThan(0.25);
    }
  });

  test('has longer latencies than theory at 0.95, and shorter latencies at 0.98, because tables end at 0.96', () => {
    const [, , , , , , at95, at98] = rows;
    expect(at95.p99.simulated / at95.p99.expected).toBeGreaterThan(1);
    expect(at95.p99.simulated / at95.p99.expected).toBeLessThan(1.25);
    expect(at98.p99.simulated / at98.p99.expected).toBeGreaterThan(0.4);
    expect(at98.p99.simulated / at98.p99.expected).toBeLessThan(0.6);
  });
});

test('several instances with random routing have the latencies of one instance', () => {
  expect(queueingRows(RANDOM_ROUTING)).toEqual(queueingRows(FLEETS[0]));
});
