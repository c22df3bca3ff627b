import { Duration } from 'aws-cdk-lib';
import * as fc from 'fast-check';
import { TrafficTrace } from '../../../../lib/measurements';
import { FleetSimulationOptions } from '../../../../lib/capacity';
import { serviceOf } from '../../../../lib/capacity/fleet/prepare-run';
import { FleetRun } from '../../../../lib/capacity/fleet/run/run-fleet';
import { LatencyObjective, RoutingStrategy } from '../../../../lib/platform';
import { Scaling } from '../../../../lib/scaling';
import { runsOf } from './runs';
import { runs } from '../../../setup/proof';

const OPTIONS = {
  profile: { instanceType: 'ml.g4dn.xlarge', serviceTimes: [{ batch: 1, milliseconds: 10 }] },
  maxBatchSize: 1,
  latencyObjective: LatencyObjective.p99(Duration.millis(60)),
  routingStrategy: RoutingStrategy.RANDOM,
};
const ONE_MINUTE = TrafficTrace.steps([{ requestsPerSecond: 1, duration: Duration.minutes(1) }]);
const SERVICE = serviceOf({ ...OPTIONS, trace: ONE_MINUTE });

function usualRun(
  options: Pick<FleetSimulationOptions, 'trace' | 'scaling'> & Partial<FleetSimulationOptions>,
): FleetRun {
  return runsOf({ ...OPTIONS, ...options }, SERVICE)[0];
}

const fixedFleet = (trace: TrafficTrace, instanceCount: number): FleetRun =>
  usualRun({ trace, scaling: Scaling.none(), instanceCount });

const traces = fc
  .array(fc.tuple(fc.nat(600), fc.integer({ min: 1, max: 20 })), { minLength: 1, maxLength: 8 })
  .map((steps) =>
    TrafficTrace.steps(
      steps.map(([requestsPerSecond, minutes]) => ({ requestsPerSecond, duration: Duration.minutes(minutes) })),
    ),
  );
const counts = fc.integer({ min: 1, max: 6 });

test('a larger fleet of a fixed size has no more minutes and requests beyond the objective', () => {
  fc.assert(
    fc.property(traces, counts, counts, (trace, count, more) => {
      const [small, large] = [fixedFleet(trace, count), fixedFleet(trace, count + more)];
      expect(large.minutesBeyond.usual).toBeLessThanOrEqual(small.minutesBeyond.usual);
      expect(large.requestsBeyond).toBeLessThanOrEqual(small.requestsBeyond + 1e-6);
      expect(large.failedRequests).toBeLessThanOrEqual(small.failedRequests + 1e-6);
    }),
    { numRuns: runs(100, 20) },
  );
});

test('less traffic violates the objective in no more minutes, and costs a fleet of a fixed size the same', () => {
  fc.assert(
    fc.property(traces, counts, fc.double({ min: 0, max: 1, noNaN: true }), (trace, count, factor) => {
      const [full, scaledDown] = [fixedFleet(trace, count), fixedFleet(trace.scaledBy(factor), count)];
      expect(scaledDown.minutesBeyond.usual).toBeLessThanOrEqual(full.minutesBeyond.usual);
      expect(scaledDown.instanceHours).toBe(full.instanceHours);
    }),
    { numRuns: runs(100, 20) },
  );
});

test('with a longer start of instances, a single step violates the objective in no fewer minutes', () => {
  const seconds = fc.integer({ min: 30, max: 900 });
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 600 }), seconds, seconds, fc.nat(180), (rate, start, longer, delay) => {
      const run = (startSeconds: number): FleetRun =>
        usualRun({
          trace: TrafficTrace.steps([
            { requestsPerSecond: 40, duration: Duration.minutes(5) },
            { requestsPerSecond: rate, duration: Duration.minutes(60) },
          ]),
          scaling: Scaling.invocationsPerInstance({ minCapacity: 1, maxCapacity: 20, invocationsPerSecond: 50 }),
          instanceStart: Duration.seconds(startSeconds),
          metricDelay: Duration.seconds(delay),
        });
      expect(run(start + longer).minutesBeyond.usual).toBeGreaterThanOrEqual(run(start).minutesBeyond.usual);
    }),
    { numRuns: runs(100, 20) },
  );
});

test('the same seed draws the same runs, and a different seed draws different runs', () => {
  const run = (trace: TrafficTrace, seed: number): FleetRun[] =>
    runsOf(
      {
        ...OPTIONS,
        trace,
        seed,
        scaling: Scaling.invocationsPerInstance({ minCapacity: 1, maxCapacity: 20, invocationsPerSecond: 50 }),
      },
      SERVICE,
    );
  fc.assert(
    fc.property(traces, fc.nat(), (trace, seed) => {
      expect(run(trace, seed)).toEqual(run(trace, seed));
    }),
    { numRuns: runs(20, 5) },
  );
  const step = TrafficTrace.steps([{ requestsPerSecond: 200, duration: Duration.hours(1) }]);
  expect(run(step, 1)[0].minutesBeyond).not.toEqual(run(step, 4)[0].minutesBeyond);
});
