import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Duration, Lazy } from 'aws-cdk-lib';
import { TrafficTrace } from '../../../lib/measurements';
import {
  FleetSimulation,
  FleetSimulationOptions,
  FleetSimulator,
  BatchingSimulator,
  Arrivals,
} from '../../../lib/capacity';
import { LatencyObjective, RoutingStrategy } from '../../../lib/platform';
import { Scaling } from '../../../lib/scaling';

/** One instance serves 100 requests per second, one after the other. */
const PROFILE = { instanceType: 'ml.g4dn.xlarge', serviceTimes: [{ batch: 1, milliseconds: 10 }] };
/** Without ranges, times can be computed by hand. */
const ASSUMPTIONS = { instanceStart: Duration.minutes(5), metricDelay: Duration.seconds(60) };
const MINUTES_OF_ALARM = 3 + 1; // three datapoints, and the delay of the metric

function simulate(
  options: Pick<FleetSimulationOptions, 'trace' | 'scaling'> & Partial<FleetSimulationOptions>,
): FleetSimulation {
  return FleetSimulator.run({
    profile: PROFILE,
    maxBatchSize: 1,
    latencyObjective: LatencyObjective.p99(Duration.millis(200)),
    routingStrategy: RoutingStrategy.RANDOM,
    ...ASSUMPTIONS,
    ...options,
  });
}

const rates = (...steps: [number, number][]): TrafficTrace =>
  TrafficTrace.steps(
    steps.map(([requestsPerSecond, minutes]) => ({ requestsPerSecond, duration: Duration.minutes(minutes) })),
  );
const instancesAt = ({ minutes }: FleetSimulation, minute: number): number => minutes[minute].servingInstances;

describe('a step of the load', () => {
  const scaling = Scaling.invocationsPerInstance({ minCapacity: 1, maxCapacity: 8, invocationsPerSecond: 50 });
  const stepAt = 10;
  const simulation = simulate({ trace: rates([40, stepAt], [190, 60], [40, 60]), scaling });

  test('starts the instances that the load requires after three datapoints, and they serve after their start', () => {
    const requestedAt = stepAt + MINUTES_OF_ALARM;
    const desired = simulation.minutes.map(({ desiredInstances }) => desiredInstances);
    expect(desired.slice(requestedAt - 1, requestedAt + 1)).toEqual([1, 4]); // 190 requests per second / 50
    expect([instancesAt(simulation, requestedAt + 4), instancesAt(simulation, requestedAt + 5)]).toEqual([1, 4]);
  });

  test('makes requests fail that wait longer than 60 seconds', () => {
    // The backlog exceeds 60 seconds of work (6000 requests) after 66.7 seconds. Instances that start later do not take it over.
    expect(simulation.failedRequests.usual).toBeGreaterThan(0);
    expect(simulation.minutes[stepAt].failedRequests).toBe(0);
    expect(simulation.minutes[stepAt + 2].failedRequests).toBeCloseTo(simulation.minutes[stepAt + 2].requests);
  });
});

test('with a load below the capacity, the latency is that of the batching simulator', () => {
  const { minutes } = simulate({ trace: rates([70, 5]), scaling: Scaling.none(), instanceCount: 1 });
  const expected = BatchingSimulator.run({
    serviceTimes: PROFILE.serviceTimes,
    instances: 1,
    maxBatchSize: 1,
    arrivals: Arrivals.poisson(70),
    requests: 200_000,
    seed: 7,
  });
  expect(minutes[2].latencyMilliseconds).toBeGreaterThan(expected.p99Milliseconds * 0.88);
  expect(minutes[2].latencyMilliseconds).toBeLessThan(expected.p99Milliseconds * 1.12);
});

test('without published values, the results are ranges', () => {
  const { minutesBeyondObjective: minutes, runs } = simulate({
    trace: rates([40, 30], [190, 60], [40, 60]),
    scaling: Scaling.invocationsPerInstance({ minCapacity: 1, maxCapacity: 8, invocationsPerSecond: 50 }),
    instanceStart: undefined,
    metricDelay: undefined,
  });
  expect(runs).toBe(5);
  expect(minutes.low).toBeLessThan(minutes.usual);
  expect(minutes.usual).toBeLessThan(minutes.high);
});

describe('requests that arrive while there is no instance', () => {
  const scaling = Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity: 2, backlogPerInstance: 1000 });
  const simulateQueue = (trace: TrafficTrace, limit: Duration): FleetSimulation =>
    simulate({ trace, asynchronous: true, scaling, latencyObjective: LatencyObjective.p99(limit) });

  test('count in the minute of their arrival', () => {
    const { minutes } = simulateQueue(rates([0, 10], [5, 30]), Duration.minutes(1));
    expect(minutes[11].requestsBeyondObjective).toBeCloseTo(5 * 60);
    expect(minutes[11].latencyMilliseconds).toBeGreaterThan(60_000);
  });

  test('violate the objective also if the trace ends before they are served', () => {
    const { minutesBeyondObjective, requestsBeyondObjective } = simulateQueue(
      rates([0, 10], [5, 3]),
      Duration.seconds(30),
    );
    expect(minutesBeyondObjective.usual).toBe(3);
    expect(requestsBeyondObjective.usual).toBeCloseTo(5 * 150); // those of the last 30 seconds may still be served in time
  });

  test('do not exceed a limit that is longer than their wait', () => {
    expect(simulateQueue(rates([0, 10], [5, 3]), Duration.minutes(15)).requestsBeyondObjective.high).toBe(0);
  });
});

test('if an Availability Zone fails at the peak, the other instances serve until the failed ones are replaced', () => {
  const options = {
    trace: rates([50, 10], [150, 30]),
    profile: PROFILE,
    latencyObjective: LatencyObjective.p99(Duration.millis(200)),
    ...ASSUMPTIONS,
  };
  const fleet = { properties: { minCapacity: 2, maxCapacity: 2, policies: [], actions: [] }, instanceCount: 2 };
  const [usual, failing] = FleetSimulator._runAll(options, [fleet, { ...fleet, change: { failsZone: true } }]);
  expect(usual.minutesBeyondObjective.high).toBe(0);
  expect(failing.minutes.slice(9, 16).map(({ servingInstances }) => servingInstances)).toEqual([2, 1, 1, 1, 1, 1, 2]);
  expect(failing.minutesBeyondObjective.low).toBeGreaterThanOrEqual(5);
  expect(failing.instanceHours).toEqual(usual.instanceHours);
});

test('a trace is not changed with the array from which it was created', () => {
  const requests = [1, 2];
  const trace = TrafficTrace.ofRequests(requests, Duration.minutes(1));
  requests[0] = -1;
  expect(trace.requests).toEqual([1, 2]);
});

test('a limit that is known only at deployment is rejected', () => {
  const maxCapacity = Lazy.number({ produce: () => 3 });
  const scaling = Scaling.invocationsPerInstance({ maxCapacity, invocationsPerSecond: 50 });
  expect(() => simulate({ trace: rates([1, 2]), scaling })).toThrow(
    'FleetSimulator: scaling: got a value that is known only at deployment',
  );
});

test('GPU utilization counts all GPUs of an instance, as the target does', () => {
  const simulation = simulate({
    trace: rates([700, 30]),
    profile: { ...PROFILE, instanceType: 'ml.g4dn.12xlarge' }, // four GPUs: 400 requests per second
    instanceCount: 2,
    scaling: Scaling.gpuUtilization({ minCapacity: 2, maxCapacity: 4, percent: 60 }),
  });
  expect(simulation.minutes[10].desiredInstances).toBe(3); // 87.5 % of two instances is 58 % of three
});

test('with routing to the least loaded instance, no instance has a peak of concurrent requests of its own', () => {
  // In 10 seconds, the highest number of concurrent requests of an instance is 4 with least outstanding requests, and 10 with random routing.
  const scaling = Scaling.concurrentRequests({ minCapacity: 4, maxCapacity: 8, requestsPerInstance: 6 });
  const instancesWith = (routingStrategy: RoutingStrategy): number =>
    instancesAt(simulate({ trace: rates([280, 20]), scaling, routingStrategy }), 19);
  expect(instancesWith(RoutingStrategy.LEAST_OUTSTANDING_REQUESTS)).toBe(4);
  expect(instancesWith(RoutingStrategy.RANDOM)).toBeGreaterThan(4);
});

test('the limit of the objective can be a fraction of a millisecond', () => {
  const latencyObjective = LatencyObjective.p99(Duration.millis(10.5));
  const { minutes } = simulate({ trace: rates([1, 2]), scaling: Scaling.none(), instanceCount: 1, latencyObjective });
  expect(minutes).toHaveLength(2);
});

test('a simulation writes nothing to the output folder of the app', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'out-'));
  const previousFolder = process.env.CDK_OUTDIR;
  process.env.CDK_OUTDIR = folder;
  try {
    const listeners = process.listenerCount('beforeExit');
    simulate({ trace: rates([1, 2]), scaling: Scaling.none(), instanceCount: 1 });
    expect(process.listenerCount('beforeExit')).toBe(listeners); // an app would be synthesized by such a listener
    expect(fs.readdirSync(folder)).toEqual([]);
  } finally {
    if (previousFolder === undefined) delete process.env.CDK_OUTDIR;
    else process.env.CDK_OUTDIR = previousFolder;
  }
});
