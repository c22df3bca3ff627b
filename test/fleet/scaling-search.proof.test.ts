import { Duration } from 'aws-cdk-lib';
import { ScalingSearch, TrafficTrace } from '../../lib/fleet';
import { LatencyObjective, RoutingStrategy } from '../../lib/platform';

const OPTIONS = {
  trace: TrafficTrace.daily({ peakRequestsPerSecond: 500, troughRequestsPerSecond: 50, days: 1 }),
  profile: {
    instanceType: 'ml.g4dn.xlarge',
    serviceTimes: [
      { batch: 1, milliseconds: 30 },
      { batch: 8, milliseconds: 44 },
    ],
  },
  latencyObjective: LatencyObjective.p99(Duration.millis(150)),
  routingStrategy: RoutingStrategy.RANDOM,
};

describe('for daily traffic', () => {
  const search = ScalingSearch.run(OPTIONS);

  test('the pick meets the objective, and costs less than a fixed fleet', () => {
    expect(search.pick.minutesBeyondObjective.high).toBe(0);
    expect(search.pick.meetsObjective).toBe(true);
    expect(search.pick.costUsd?.usual).toBeLessThan(search.fixedFleet.costUsd?.usual ?? 0);
  });

  test('the fixed fleet is the smallest that serves the peak with the margin', () => {
    expect(search.fixedFleet.instanceCount).toBe(4);
    expect(search.fixedFleet.instanceHours.usual).toBe(4 * 24);
  });

  test('no candidate is less expensive than the pick', () => {
    for (const candidate of search.candidates)
      expect(candidate.instanceHours.usual).toBeGreaterThanOrEqual(search.pick.instanceHours.usual);
  });

  test('the default of an endpoint has at most two instances, which are not enough', () => {
    expect(search.defaultScaling.meetsObjective).toBe(false);
  });

  test('if one percent of the minutes may violate the objective, the cost is not higher', () => {
    expect(search.withOnePercentViolated.instanceHours.usual).toBeLessThanOrEqual(search.pick.instanceHours.usual);
  });
});

test('an objective below the execution time is rejected', () => {
  expect(() => ScalingSearch.run({ ...OPTIONS, latencyObjective: LatencyObjective.p99(Duration.millis(20)) })).toThrow(
    'latencyObjective: got 20 ms; allowed: a limit above the time of an execution without a wait',
  );
});

test('asynchronous endpoints are rejected', () => {
  expect(() => ScalingSearch.run({ ...OPTIONS, asynchronous: true })).toThrow('asynchronous: got true');
});

test('too few instances are rejected', () => {
  expect(() => ScalingSearch.run({ ...OPTIONS, maxInstanceCount: 2 })).toThrow('maxInstanceCount: got 2');
});
