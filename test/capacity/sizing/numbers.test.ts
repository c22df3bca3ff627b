import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { Arrivals, BatchingSimulationOptions, BatchingSimulator } from '../../../lib/capacity';
import { estimateMean, estimatePercentiles } from '../../../lib/capacity/sizing/simulation/estimates';
import { RandomStream } from '../../../lib/measurements/random-stream';
import { serviceTable } from '../../../lib/capacity/sizing/simulation/service-table';
import { baseOptions } from './helpers';

describe('random intervals', () => {
  const meanAndVariance = (draw: (random: RandomStream) => number) => {
    const random = new RandomStream(7, 1);
    const values = Float64Array.from({ length: 200_000 }, () => draw(random));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    return { mean, variance };
  };

  test.each([
    ['exponential', (random: RandomStream) => random.exponential(), 1, 1],
    ['gamma of shape 3', (random: RandomStream) => random.gamma(3), 3, 3],
    ['gamma of shape 0.2', (random: RandomStream) => random.gamma(0.2), 0.2, 0.2],
    ['uniform', (random: RandomStream) => random.uniform(), 0.5, 1 / 12],
  ])('have the expected mean and variance: %s', (_, draw, mean, variance) => {
    const actual = meanAndVariance(draw);
    expect(actual.mean / mean).toBeCloseTo(1, 1.5);
    expect(actual.variance / variance).toBeCloseTo(1, 1);
  });

  test.each([
    ['Poisson', Arrivals.poisson(700)],
    ['bursty', Arrivals.gamma(700, 4)],
    ['constant', Arrivals.constant(700)],
  ])('are whole nanoseconds, and result in the expected mean rate: %s', (_, arrivals) => {
    const milliseconds = new Float64Array(50_000);
    arrivals._stream.times?.fill(milliseconds, new RandomStream(3, 1));
    expect(milliseconds.filter((time) => time !== Math.round(time * 1e6) / 1e6)).toHaveLength(0);
    expect(milliseconds[49_999] / 1000).toBeCloseTo(50_000 / 700, -1);
  });
});

describe('estimates', () => {
  test('percentiles are exact', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 500 }),
        fc.double({ min: 0.1, max: 99.9, noNaN: true }),
        (list, percentile) => {
          const values = Float64Array.from(list);
          const [estimate] = estimatePercentiles(values, [percentile]);
          const sorted = [...values].sort((a, b) => a - b);
          expect(estimate.milliseconds).toBe(sorted[Math.max(Math.ceil((percentile / 100) * values.length) - 1, 0)]);
          expect(estimate.low).toBeLessThanOrEqual(estimate.milliseconds);
          expect(estimate.high).toBeGreaterThanOrEqual(estimate.milliseconds);
        },
      ),
    );
  });

  test('95 % confidence intervals contain the true value in about 95 % of all runs', () => {
    let correctMeans = 0;
    let correctPercentiles = 0;
    for (let seed = 0; seed < 400; seed++) {
      const random = new RandomStream(seed, 9);
      const values = Float64Array.from({ length: 4000 }, () => random.exponential());
      const mean = estimateMean(values);
      const [p99] = estimatePercentiles(values, [99]);
      if (mean.low <= 1 && mean.high >= 1) correctMeans++;
      if (p99.low <= Math.log(100) && p99.high >= Math.log(100)) correctPercentiles++;
    }
    expect(correctMeans).toBeGreaterThan(0.92 * 400);
    expect(correctPercentiles).toBeGreaterThan(0.9 * 400);
  });
});

test('service times are interpolated between measurements', () => {
  const rows = [
    { batch: 4, milliseconds: 10 },
    { batch: 1, milliseconds: 4 },
  ];
  expect([...serviceTable(rows, 1, 4)]).toEqual([NaN, 4, 6, 8, 10]);
});

describe('the same seed produces exactly the same result', () => {
  const scenarios: Record<string, Omit<BatchingSimulationOptions, 'seed'>> = {
    fast: { ...baseOptions, dynamicBatching: {}, arrivals: Arrivals.poisson(500) },
    events: {
      ...baseOptions,
      hosts: 3,
      dynamicBatching: { preferredBatchSizes: [4], maxQueueDelayMicroseconds: 3000 },
      arrivals: Arrivals.gamma(1500, 4),
    },
  };
  const digest = (scenario: string, seed: number) =>
    createHash('sha256')
      .update(JSON.stringify(BatchingSimulator.run({ ...scenarios[scenario], seed })))
      .digest('hex')
      .slice(0, 16);

  // Hashes of the results on x86_64 with Node.js 20, 22 and 24. Other hosts must produce the same results.
  test.each([
    ['fast', 'd70b0ec724d3a2e1'],
    ['events', '981e5e92c192590d'],
  ])('in the scenario %s', (scenario, expected) => {
    expect(digest(scenario, 42)).toBe(expected);
    expect(digest(scenario, 43)).not.toBe(expected);
  });

  test('if logarithm and exponential differ in the last bit', () => {
    const expectedDigests = Object.keys(scenarios).map((scenario) => digest(scenario, 1));
    for (const name of ['log', 'exp'] as const) {
      const real = Math[name];
      jest.spyOn(Math, name).mockImplementation((x) => real(x) * (1 + Number.EPSILON));
    }
    expect(Math.log(2)).not.toBe(Math.LN2);
    expect(Object.keys(scenarios).map((scenario) => digest(scenario, 1))).toEqual(expectedDigests);
    jest.restoreAllMocks();
  });
});
