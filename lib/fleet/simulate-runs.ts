import { ScalingProperties } from './control-loop/inputs';
import { FleetSimulationOptions, SimulatedFleetOptions } from './fleet-simulation-options';
import { ServiceModel } from './latency/service-model';
import { inputOf, rangesOf } from './prepare-run';
import { FleetRun, runFleet } from './run/run-fleet';
import { scenarios } from './run/scenarios';
import { scalingProperties } from './scaling-properties';

/** The scaling of a simulation. */
export interface BoundScaling {
  readonly properties: ScalingProperties;
  readonly initialInstances: number;
}

/** The resources of the strategy, and the number of instances at the start. */
export function bindStrategy({
  scaling,
  profile: { instanceType },
  asynchronous = false,
  instanceCount: initialInstances = scaling._initialCapacity,
}: FleetSimulationOptions): BoundScaling {
  const variant = { instanceType, initialInstanceCount: initialInstances, asynchronous };
  return { properties: scalingProperties(scaling, variant), initialInstances };
}

/**
 * Simulates a fleet with all values of what AWS does not publish. The usual run is first.
 *
 * @param withLatencies whether each minute has the percentiles of its latency
 */
export function simulateRuns(
  options: SimulatedFleetOptions,
  service: ServiceModel,
  { properties, initialInstances }: BoundScaling,
  withLatencies: boolean,
): FleetRun[] {
  const input = inputOf(options, service, properties, initialInstances);
  return scenarios(rangesOf(options), options.seed ?? 1).map((values) => runFleet(input, values, withLatencies));
}
