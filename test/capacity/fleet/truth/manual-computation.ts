import { Duration } from 'aws-cdk-lib';
import { TrafficTrace } from '../../../../lib/measurements';
import { FleetSimulation, FleetSimulationOptions, FleetSimulator } from '../../../../lib/capacity';
import { LatencyObjective, RoutingStrategy } from '../../../../lib/platform';

// One instance serves 100 requests per second. With fixed durations, everything can be computed manually: a backlog grows and shrinks by the
// difference of the load and the capacity, alarms need three datapoints and the delay of the metric, rounded up to the evaluation of the next
// minute, and instances serve after their start.

const ASSUMPTIONS = { instanceStart: Duration.seconds(150), metricDelay: Duration.seconds(40) };

/** A quantity of a scenario: computed manually, and simulated. */
export interface ManualComputation {
  readonly scenario: string;
  readonly quantity: string;
  readonly expected: number;
  readonly simulated: number;
}

/** Simulates a fleet whose instances serve 100 requests per second. */
export function simulate(
  options: Pick<FleetSimulationOptions, 'trace' | 'scaling'> & Partial<FleetSimulationOptions>,
): FleetSimulation {
  return FleetSimulator.run({
    profile: { instanceType: 'ml.g4dn.xlarge', serviceTimes: [{ batch: 1, milliseconds: 10 }] },
    maxBatchSize: 1,
    latencyObjective: LatencyObjective.p99(Duration.millis(500)),
    routingStrategy: RoutingStrategy.RANDOM,
    ...ASSUMPTIONS,
    ...options,
  });
}

/** A trace of constant rates. */
export const steps = (...rates: [requestsPerSecond: number, minutes: number][]): TrafficTrace =>
  TrafficTrace.steps(
    rates.map(([requestsPerSecond, minutes]) => ({ requestsPerSecond, duration: Duration.minutes(minutes) })),
  );

/** The first minute in which the fleet has this number of instances, and had a different number before. */
export function minuteOf(
  { minutes }: FleetSimulation,
  key: 'desiredInstances' | 'servingInstances',
  count: number,
): number {
  return minutes.findIndex((minute, index) => index > 0 && minute[key] === count && minutes[index - 1][key] !== count);
}
