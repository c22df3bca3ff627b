import { FleetSimulationOptions } from '../../../../lib/capacity';
import { inputOf, rangesOf, serviceOf } from '../../../../lib/capacity/fleet/prepare-run';
import { FleetRun, runFleet } from '../../../../lib/capacity/fleet/run/run-fleet';
import { scenarios } from '../../../../lib/capacity/fleet/run/scenarios';
import { scalingProperties } from '../../../../lib/capacity/fleet/scaling-properties';
import { ServiceModel } from '../../../../lib/capacity/fleet/latency/service-model';

/** All runs of `FleetSimulator.run`, of which its result contains only ranges. A given model saves the time for its latencies. */
export function runsOf(options: FleetSimulationOptions, service: ServiceModel = serviceOf(options)): FleetRun[] {
  const { scaling, profile, asynchronous = false, seed = 1 } = options;
  const initialInstanceCount = options.instanceCount ?? scaling._initialCapacity;
  const { instanceType } = profile;
  const properties = scalingProperties(scaling, { instanceType, initialInstanceCount, asynchronous });
  const input = inputOf(options, service, properties, initialInstanceCount);
  return scenarios(rangesOf(options), seed).map((assumptions) => runFleet(input, assumptions, false));
}
