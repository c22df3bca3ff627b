import { fitLine } from '../../../cli/advise/model/fit';
import { fitServiceTimes } from '../../../cli/advise/model/service-times';
import { RoutingStrategy } from '../../../lib';
import { line, metricsOf, rising } from './simulated-metrics';

describe('the time of an execution by batch size', () => {
  test('is fitted to a line, with an interval of its slope', () => {
    const exact = [1, 2, 4].map((batch) => ({ batch, milliseconds: 10 + 3 * batch, weight: 100 }));
    expect(fitLine(exact)).toMatchObject({ slope: expect.closeTo(3), lowSlope: expect.closeTo(3) });
    const noisy = exact.map((each, index) => ({ ...each, milliseconds: each.milliseconds + (index - 1) ** 2 }));
    const { lowSlope, slope, highSlope } = fitLine(noisy);
    expect(lowSlope).toBeLessThan(slope);
    expect(highSlope).toBeGreaterThan(slope);
  });

  test('without different batches, is between a constant time and a time that is proportional to the batch', () => {
    const steady = Array.from({ length: 20 }, () => ({ batch: 2, milliseconds: 30, weight: 100 }));
    expect(fitLine(steady)).toMatchObject({ lowSlope: 0, highSlope: 15 });
  });

  // The mean time of a request is that of a larger batch than the mean batch: without the correction, the times would be too long.
  test.each([
    [20, 2, 8, 10, 90],
    [5, 10, 8, 10, 60],
    [40, 1, 16, 5, 100],
  ])('of %d ms and %d ms for each item is found from the metrics', (fixed, perItem, maxBatchSize, lowest, highest) => {
    const setting = {
      ...{ maxBatchSize, dynamicBatching: {}, modelInstances: 1, percentile: 99 },
      routingStrategy: RoutingStrategy.RANDOM,
    };
    const model = { name: 'classifier', ...setting, hasCache: false, sharesDevice: false, steps: [] };
    const serviceTimes = line(fixed, perItem, maxBatchSize);
    const minutes = metricsOf({ serviceTimes, maxBatchSize, dynamicBatching: {}, rates: rising(lowest, highest, 30) });
    const { small, large, isKnown } = fitServiceTimes(model, minutes, setting);
    expect(isKnown).toBe(true);
    const tolerance = 0.04 * (fixed + perItem);
    expect(Math.min(small[0].milliseconds, large[0].milliseconds)).toBeLessThan(fixed + perItem + tolerance);
    expect(Math.max(small[0].milliseconds, large[0].milliseconds)).toBeGreaterThan(fixed + perItem - tolerance);
    const [, measured] = small;
    expect(Math.abs(measured.milliseconds / (fixed + perItem * measured.batch) - 1)).toBeLessThan(0.05);
  });

  test('of batches that are smaller than the measured batches is not on the line of the measured batches', () => {
    const serviceTimes = [1, 4, 8].map((batch) => ({ batch, milliseconds: 4 + Math.max(0, batch - 4) }));
    const model = {
      ...{ name: 'classifier', maxBatchSize: 8, modelInstances: 1, hasCache: false, sharesDevice: false, steps: [] },
      dynamicBatching: { preferredBatchSizes: [4], maxQueueDelayMicroseconds: 100_000 },
    };
    const minutes = metricsOf({ ...model, serviceTimes, rates: rising(800, 950, 30) });
    const setting = { ...model, percentile: 99, routingStrategy: RoutingStrategy.RANDOM };
    const [shortest, longest] = fitServiceTimes(model, minutes, setting).single;
    expect(shortest).toBeLessThan(4);
    expect(longest).toBeGreaterThan(4);
  });
});
