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
}

/** The resources of the strategy, and the number of instances at the start. */
export function bindStrategy({
  scaling,
  profile: { instanceType },
  asynchronous = false,
  instanceCount = scaling._initialCapacity,
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
  { properties, instanceCount }: DeployedScaling,
  withLatencies: boolean,
): FleetRun[] {
  const input = inputOf(options, service, properties, instanceCount);
  return scenarios(rangesOf(options), options.seed ?? 1).map((values) => runFleet(input, values, withLatencies));
}
