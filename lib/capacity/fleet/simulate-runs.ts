import { STEP_SECONDS } from '../../measurements/traffic/trace-limits';
import { ScalingProperties } from './control-loop/inputs';
import { rejectDeployTimeValues } from './deploy-time-values';
import { FleetSimulationOptions, SimulatedFleetOptions } from './fleet-simulation-options';
import { ServiceModel } from './latency/service-model';
import { inputOf, rangesOf } from './prepare-run';
import { FleetRun, runFleet } from './run/run-fleet';
import { scenarios } from './run/scenarios';
import { scalingProperties } from './scaling-properties';

/** The scaling of a variant as it is deployed. */
export interface DeployedScaling {
  readonly properties: ScalingProperties;
  /** Number of instances at the start. */
  readonly instanceCount: number;
  /** What differs from the assumptions. */
  readonly change?: Change;
}

/** A change of the assumptions of a simulation, to show how much its result depends on them. */
export interface Change {
  /** Factor of the start times of instances. */
  readonly startFactor?: number;
  /** Whether an Availability Zone fails when the rate is highest. */
  readonly failsZone?: boolean;
}

/** The resources of the strategy, and the number of instances at the start. */
export function bindStrategy({
  scaling,
  profile: { instanceType },
  asynchronous = false,
  instanceCount = asynchronous && scaling._range(1).minimum === 0 ? 0 : scaling._initialCapacity,
}: FleetSimulationOptions): DeployedScaling {
  const variant = { instanceType, initialInstanceCount: instanceCount, asynchronous };
  const properties = scalingProperties(scaling, variant);
  rejectDeployTimeValues(properties);
  return { properties, instanceCount };
}

/**
 * Simulates a fleet with all values of what AWS does not publish. The usual run is first.
 *
 * @param withLatencies whether each minute has the percentiles of its latency
 */
export function simulateRuns(
  options: SimulatedFleetOptions,
  service: ServiceModel,
  { properties, instanceCount, change = {} }: DeployedScaling,
  withLatencies: boolean,
): FleetRun[] {
  const { startFactor = 1, failsZone = false } = change;
  const input = inputOf(options, service, properties, instanceCount);
  const runInput = failsZone ? { ...input, zoneFailsAt: peakStepOf(input.requests) * STEP_SECONDS } : input;
  const { instanceStart: start, metricDelay } = rangesOf(options);
  const instanceStart = {
    shortest: start.shortest * startFactor,
    usual: start.usual * startFactor,
    longest: start.longest * startFactor,
  };
  return scenarios({ instanceStart, metricDelay }, options.seed ?? 1).map((values) =>
    runFleet(runInput, values, withLatencies),
  );
}

function peakStepOf(requests: Float64Array): number {
  return requests.reduce((best, count, index) => (count > requests[best] ? index : best), 0);
}
