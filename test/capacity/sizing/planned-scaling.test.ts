import * as fc from 'fast-check';
import { Duration } from 'aws-cdk-lib';
import { LatencyObjective } from '../../../lib/platform';
import { ServiceTime } from '../../../lib/measurements';
import { Arrivals, BatchingSimulator, CapacityPlan, CapacityPlanner } from '../../../lib/capacity';

/** Simulated latencies of the planner are accurate to 3 %. */
const TOLERANCE = 1.03;

const batchTimes = (milliseconds: number[]): ServiceTime[] =>
  milliseconds.map((time, i) => ({ batch: 2 ** i, milliseconds: time }));

const plannerOf = (serviceTimes: ServiceTime[]) =>
  CapacityPlanner.fromLatencyProfiles([{ instanceType: 'ml.g4dn.xlarge', serviceTimes }]);

/** The number of instances to which target tracking scales at a constant rate. */
function scaledCount(plan: CapacityPlan, requestsPerSecond: number): number {
  const wanted = Math.ceil(requestsPerSecond / plan.targetRequestsPerSecond - 1e-9);
  return Math.min(Math.max(wanted, plan.minCapacity), plan.maxCapacity);
}

describe('the scaling of batches of 1, 2, 4 and 8 requests in 30, 32, 36 and 44 ms, at 200 requests per second with a headroom of 20 %', () => {
  const scalingWith = (spareInstances: number) => {
    const plan = plannerOf(batchTimes([30, 32, 36, 44])).plan({
      requestsPerSecond: 200,
      latencyObjective: LatencyObjective.p99(Duration.millis(100)),
      headroom: 0.2,
      spareInstances,
    });
    return { ...plan.toJson().scaling, atPeak: scaledCount(plan, 200) };
  };

  // An instance meets the objective at up to 128 requests per second.
  test('without spare instances, lets each instance process 20 % more than the target', () => {
    expect(scalingWith(0)).toEqual({ minCapacity: 1, maxCapacity: 2, atPeak: 2, targetRequestsPerSecond: 106.83 });
  });

  test('with spare instances, keeps them at each rate', () => {
    expect(scalingWith(1)).toEqual({ minCapacity: 3, maxCapacity: 3, atPeak: 3, targetRequestsPerSecond: 71.22 });
    expect(scalingWith(2)).toEqual({ minCapacity: 4, maxCapacity: 4, atPeak: 4, targetRequestsPerSecond: 53.41 });
  });
});

test('the scaling of a measurement at saturation keeps headroom and spare instances', () => {
  const plan = CapacityPlanner._fromRecommendations([
    { configuration: 'model', instanceType: 'ml.g5.xlarge', invocationsPerMinute: 600, modelLatencyMilliseconds: 80 },
  ]).plan({
    requestsPerSecond: 100,
    latencyObjective: LatencyObjective.p99(Duration.millis(100)),
    headroom: 0.25,
    spareInstances: 1,
  });
  // 13 instances process 130 requests per second, and 1 is spare: at the minimum, 9 of 10 process 90 of 1.25 × 10 × 7.2.
  expect(plan.toJson().scaling).toEqual({ minCapacity: 10, maxCapacity: 14, targetRequestsPerSecond: 7.2 });
  expect(scaledCount(plan, 100)).toBe(14);
});

test('the instances of each plan meet the objective at each rate, with the headroom and without the spare instances', () => {
  const model = fc.record({
    base: fc.integer({ min: 4, max: 60 }),
    perItem: fc.integer({ min: 1, max: 10 }),
    tightness: fc.integer({ min: 2, max: 6 }),
  });
  const load = fc.record({
    requestsPerSecond: fc.integer({ min: 50, max: 1500 }),
    headroom: fc.constantFrom(0, 0.1, 0.3),
    spareInstances: fc.integer({ min: 0, max: 3 }),
    shareOfPeak: fc.double({ min: 0.05, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(model, load, ({ base, perItem, tightness }, { requestsPerSecond, shareOfPeak, ...options }) => {
      const serviceTimes = [1, 2, 4, 8].map((batch) => ({ batch, milliseconds: base + perItem * batch }));
      const limit = tightness * serviceTimes[0].milliseconds;
      const latencyObjective = LatencyObjective.p99(Duration.millis(limit));
      const plan = plannerOf(serviceTimes).plan({ requestsPerSecond, latencyObjective, ...options });
      const { headroom, spareInstances } = options;
      const latencyOf = (instances: number, rate: number) =>
        BatchingSimulator.run({
          serviceTimes,
          instances: 1,
          maxBatchSize: plan.pick.maxBatchSize ?? 1,
          dynamicBatching: plan.batching && {},
          arrivals: Arrivals.poisson(rate / instances),
          requests: 100_000,
          seed: 7,
        }).p99Milliseconds;

      expect(scaledCount(plan, requestsPerSecond)).toBe(plan.instanceCount);
      for (const rate of [requestsPerSecond, shareOfPeak * requestsPerSecond]) {
        const count = scaledCount(plan, rate);
        expect(latencyOf(count - spareInstances, rate * (1 + headroom))).toBeLessThan(limit * TOLERANCE);
        // The rate at which autoscaling adds the next instance.
        const highestRate = Math.min(count * plan.targetRequestsPerSecond, requestsPerSecond);
        expect(latencyOf(count - spareInstances, highestRate * (1 + headroom))).toBeLessThan(limit * TOLERANCE);
      }
    }),
    { numRuns: 8 },
  );
});
