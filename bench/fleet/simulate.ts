import { Duration } from 'aws-cdk-lib';
import { DurationRange, FleetSimulator, TrafficTrace } from '../../lib/fleet';
import { ServiceTime } from '../../lib/sizing';
import { Outcome } from './minutes';
import { serviceTimesOfEndpoint, timeOfMeasurement } from './scaled-time';
import { INSTANCE_START, LATENCY_OBJECTIVE, METRIC_DELAY, Scenario } from './scenarios';

const exactly = (duration: Duration): DurationRange => ({ shortest: duration, usual: duration, longest: duration });

/** A simulation, and the minutes in which requests wait because the load exceeds, or exceeded, the capacity. */
export interface SimulatedOutcome extends Outcome {
  readonly isOverloaded: boolean[];
}

/** Simulates a scenario with the recorded number of requests of each minute. */
export function simulateScenario(
  scenario: Scenario,
  requests: number[],
  serviceTimes: readonly ServiceTime[],
): SimulatedOutcome {
  const { minutes, minutesBeyondObjective, requestsBeyondObjective, instanceHours } = FleetSimulator.run({
    trace: TrafficTrace.ofRequests({ requests, interval: Duration.minutes(1) }),
    profile: { instanceType: 'ml.c5.large', serviceTimes: serviceTimesOfEndpoint(serviceTimes) },
    latencyObjective: LATENCY_OBJECTIVE,
    routingStrategy: scenario.routingStrategy,
    scaling: scenario.scaling,
    instanceCount: scenario.instanceCount,
    assumptions: { instanceStart: exactly(INSTANCE_START), metricDelay: exactly(METRIC_DELAY) },
  });
  return {
    minutes: minutes.map((minute) => ({
      ...minute,
      median: timeOfMeasurement(minute.medianMilliseconds ?? NaN),
      p95: timeOfMeasurement(minute.latencyMilliseconds ?? NaN),
    })),
    // The first of the runs with the exact times is the usual run, which has the same assumptions as the measurement.
    minutesBeyondObjective: minutesBeyondObjective.usual,
    requestsBeyondObjective: requestsBeyondObjective.usual,
    instanceHours: instanceHours.usual,
    isOverloaded: minutes.map(
      ({ waitingRequests }, index) => waitingRequests > 0 || minutes[index - 1]?.waitingRequests > 0,
    ),
  };
}
