import { Duration } from 'aws-cdk-lib';
import { TrafficTrace } from '../../../lib/measurements';
import { FleetSimulator, ScalingSearch } from '../../../lib/capacity';
import { LatencyObjective, RoutingStrategy } from '../../../lib/platform';
import { Scaling } from '../../../lib/scaling';
import { RUNS_ALL, sample } from '../../setup/proof';

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

/** Simulates all strategies of a grid under the trace, also with 5 % and 10 % more requests, and returns the instance hours of those that meet the objective. */
function exhaustiveSearch(): number[] {
  const strategies = [1, 2, 3].flatMap((minCapacity) =>
    [80, 100, 110, 120, 130, 140, 150, 160].flatMap((perSecond) => [
      Scaling.invocationsPerInstance({ minCapacity, maxCapacity: 8, invocationsPerSecond: perSecond }),
      Scaling.concurrentRequests({ minCapacity, maxCapacity: 8, requestsPerInstance: perSecond / 10 }),
    ]),
  );
  const traces = [1.1, 1.05, 1].map((factor) => OPTIONS.trace.scaledBy(factor));
  return sample(strategies, 9)
    .filter((scaling) =>
      traces.every((trace) => FleetSimulator.run({ ...OPTIONS, trace, scaling }).minutesBeyondObjective.high === 0),
    )
    .map((scaling) => FleetSimulator.run({ ...OPTIONS, scaling }).instanceHours.usual);
}

describe('for daily traffic', () => {
  const search = ScalingSearch.run(OPTIONS);

  test('an exhaustive search of a grid finds no strategy that costs 2 % less', () => {
    const hours = exhaustiveSearch();
    expect(hours.length).toBeGreaterThan(RUNS_ALL ? 10 : 0);
    expect(search.pick.instanceHours.usual).toBeLessThan(1.02 * Math.min(...hours));
  });

  test('the strategy with a schedule meets the objective, and does not cost less than the pick', () => {
    expect(search.withSchedule).toMatchObject({ description: expect.stringContaining('with a schedule') });
    expect(search.withSchedule?.minutesBeyondObjective.high).toBe(0);
    expect(search.withSchedule?.instanceHours.usual).toBeGreaterThanOrEqual(search.pick.instanceHours.usual);
  });

  test('the pick meets the objective, and costs less than a fixed fleet', () => {
    expect(search.pick.minutesBeyondObjective.high).toBe(0);
    expect(search.pick.meetsObjective).toBe(true);
    expect(search.pick.costUsd?.usual).toBeLessThan(search.fixedFleet.costUsd?.usual ?? 0);
  });

  test('the fixed fleet is the smallest that serves the peak with the margin', () => {
    expect(search.fixedFleet.instanceCount).toBe(4);
    expect(search.fixedFleet.instanceHours.usual).toBe(4 * 24);
  });

  test('no candidate that meets the objective is less expensive than the pick', () => {
    for (const candidate of search.candidates.filter(({ meetsObjective }) => meetsObjective))
      expect(candidate.instanceHours.usual).toBeGreaterThanOrEqual(search.pick.instanceHours.usual);
  });

  test('the default of an endpoint has at most two instances, which are not enough', () => {
    expect(search.defaultScaling.meetsObjective).toBe(false);
  });

  test('if one percent of the minutes may violate the objective, the cost is not higher', () => {
    expect(search.withOnePercentViolated.instanceHours.usual).toBeLessThanOrEqual(search.pick.instanceHours.usual);
  });
});

describe('for traffic with a peak at a time of the day', () => {
  const HOURS = 24 * 7;
  /** Weeks with a rate of 300 requests per second for 8 hours of each day from an hour on, and of 30 otherwise. */
  const weeks = (...fromHours: number[]): TrafficTrace =>
    TrafficTrace.ofRequests(
      fromHours.flatMap((from) =>
        Array.from({ length: HOURS }, (_, hour) => 3600 * (hour % 24 >= from && hour % 24 < from + 8 ? 300 : 30)),
      ),
      Duration.hours(1),
    );
  const searchFor = (...fromHours: number[]): ReturnType<typeof ScalingSearch.run> =>
    ScalingSearch.run({ ...OPTIONS, trace: weeks(...fromHours) });
  const scheduled = expect.stringContaining('with a schedule');

  test('a schedule of one week is listed, but not chosen', () => {
    const { pick, withSchedule, caveats } = searchFor(8);
    expect(pick.description).not.toEqual(scheduled);
    expect(withSchedule).toMatchObject({ description: scheduled, meetsObjective: false });
    expect(caveats).toContainEqual(expect.stringContaining('this needs a trace of at least 2 weeks'));
  });

  const cases = [
    { name: 'is chosen if it saves at least 10 % in weeks that its fit has not seen', fromHours: [8, 8], isPick: true },
    { name: 'that misses the peaks of the other week is not chosen', fromHours: [8, 14], isPick: false },
  ];
  test.each(sample(cases, 1))('a schedule $name', ({ fromHours, isPick }) => {
    const { pick, caveats } = searchFor(...fromHours);
    expect(pick.description.includes('with a schedule')).toBe(isPick);
    expect(pick.meetsObjective).toBe(true);
    expect(caveats).toContainEqual(expect.stringContaining('judged on 2 weeks that their fit has not seen'));
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

test('a trace without requests needs one instance', () => {
  const trace = TrafficTrace.steps([{ requestsPerSecond: 0, duration: Duration.hours(1) }]);
  expect(ScalingSearch.run({ ...OPTIONS, trace }).fixedFleet.instanceCount).toBe(1);
});

test('a negative number of minutes is rejected', () => {
  expect(() => ScalingSearch.run({ ...OPTIONS, allowedMinutes: -1 })).toThrow('ScalingSearch: allowedMinutes: got -1');
});
