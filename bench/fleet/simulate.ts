import { Duration } from 'aws-cdk-lib';
import { TrafficTrace } from '../../lib/measurements';
import { FleetSimulator } from '../../lib/capacity';
import { ServiceTime } from '../../lib/measurements';
import { Outcome } from './minutes';
import { serviceTimesOfEndpoint, timeOfMeasurement } from './scaled-time';
import { INSTANCE_START, LATENCY_OBJECTIVE, METRIC_DELAY, Scenario } from './scenarios';

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
    trace: TrafficTrace.ofRequests(requests, Duration.minutes(1)),
    profile: { instanceType: 'ml.c5.large', serviceTimes: serviceTimesOfEndpoint(serviceTimes) },
    latencyObjective: LATENCY_OBJECTIVE,
    routingStrategy: scenario.routingStrategy,
    scaling: scenario.scaling,
    instanceCount: scenario.instanceCount,
    instanceStart: INSTANCE_START,
    metricDelay: METRIC_DELAY,
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
