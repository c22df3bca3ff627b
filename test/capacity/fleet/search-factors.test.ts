import { Duration } from 'aws-cdk-lib';
import { serviceOf } from '../../../lib/capacity/fleet/prepare-run';
import { Evaluation } from '../../../lib/capacity/fleet/search/evaluate';
import { trackInvocations } from '../../../lib/capacity/fleet/search/strategy';
import { TrafficTrace } from '../../../lib/measurements';
import { LatencyObjective, RoutingStrategy } from '../../../lib/platform';

test('a policy that adds instances only with the margin is not sufficient', () => {
  const rates = (...steps: [number, number][]): TrafficTrace =>
    TrafficTrace.steps(
      steps.map(([requestsPerSecond, minutes]) => ({ requestsPerSecond, duration: Duration.minutes(minutes) })),
    );
  const options = {
    // With 10 % more requests, 57 requests per second are more than the target, so that a second instance serves before the peak.
    trace: rates([57, 40], [115, 10]),
    profile: { instanceType: 'ml.g4dn.xlarge', serviceTimes: [{ batch: 1, milliseconds: 10 }] },
    latencyObjective: LatencyObjective.p99(Duration.seconds(1)),
    routingStrategy: RoutingStrategy.RANDOM,
    margin: 0.1,
  };
  const evaluation = new Evaluation(options, serviceOf(options), 0, 1);
  const strategy = trackInvocations(60, { maxCapacity: 4, schedule: [] });
  expect(evaluation.minutesWithMargin(strategy, 1)).toBe(0);
  expect(evaluation.mostMinutes(strategy, 1)).toBeGreaterThan(0);
});
