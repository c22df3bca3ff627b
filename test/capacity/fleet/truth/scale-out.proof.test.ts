import { Duration } from 'aws-cdk-lib';
import { TrafficTrace } from '../../../../lib/measurements';
import { FleetSimulator } from '../../../../lib/capacity';
import { LatencyObjective, RoutingStrategy } from '../../../../lib/platform';
import { Scaling } from '../../../../lib/scaling';
import { scaleOutOfQueues } from './scale-out-of-queues';

// One instance is overloaded for 6.5 minutes, and then two more instances serve. Requests that wait stay at the first instance, but new
// requests are sent to the others.

const RATE = 140;
const { minutes } = FleetSimulator.run({
  trace: TrafficTrace.steps([
    { requestsPerSecond: 40, duration: Duration.minutes(6) },
    { requestsPerSecond: RATE, duration: Duration.minutes(14) },
  ]),
  profile: { instanceType: 'ml.g4dn.xlarge', serviceTimes: [{ batch: 1, milliseconds: 10 }] },
  maxBatchSize: 1,
  latencyObjective: LatencyObjective.p99(Duration.millis(500)),
  routingStrategy: RoutingStrategy.LEAST_OUTSTANDING_REQUESTS,
  scaling: Scaling.invocationsPerInstance({ minCapacity: 1, maxCapacity: 10, invocationsPerSecond: 50 }),
  instanceStart: Duration.seconds(150),
  metricDelay: Duration.seconds(40),
});
const expected = scaleOutOfQueues(
  (time) => (time < 360 ? 40 : RATE),
  (time) => (time < 750 ? 1 : 3),
  20,
  { execution: 0.01, limit: 0.5, highestRate: RATE },
);

test('only the requests that arrive before the instances serve exceed the objective', () => {
  const total = (values: number[]): number => values.reduce((sum, value) => sum + value, 0);
  const simulated = total(minutes.map(({ requestsBeyondObjective }) => requestsBeyondObjective));
  const actual = total(expected.map(({ beyond }) => beyond));
  expect(Math.abs(simulated / actual - 1)).toBeLessThan(0.02);
  for (const index of [13, 14, 15, 16]) {
    expect(expected[index].beyond).toBe(0);
    expect(minutes[index].requestsBeyondObjective).toBe(0);
  }
});

test('the first instance completes its backlog alone', () => {
  for (const index of [10, 11, 12, 13, 14, 15])
    expect(Math.abs(minutes[index].waitingRequests - expected[index].outstanding)).toBeLessThan(0.03 * RATE * 60);
});
