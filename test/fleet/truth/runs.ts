import { FleetSimulationOptions } from '../../../lib/fleet';
import { inputOf, rangesOf, serviceOf } from '../../../lib/fleet/prepare-run';
import { FleetRun, runFleet } from '../../../lib/fleet/run/run-fleet';
import { scenarios } from '../../../lib/fleet/run/scenarios';
import { scalingProperties } from '../../../lib/fleet/scaling-properties';
import { ServiceModel } from '../../../lib/fleet/latency/service-model';

/** All runs of `FleetSimulator.run`, of which its result contains only ranges. A given model saves the time for its latencies. */
export function runsOf(options: FleetSimulationOptions, service: ServiceModel = serviceOf(options)): FleetRun[] {
  const { scaling, profile, asynchronous = false, seed = 1 } = options;
  const initialInstanceCount = options.instanceCount ?? scaling._initialCapacity;
  const { instanceType } = profile;
  const properties = scalingProperties(scaling, { instanceType, initialInstanceCount, asynchronous });
  const input = inputOf(options, service, properties, initialInstanceCount);
  return scenarios(rangesOf(options), seed).map((assumptions) => runFleet(input, assumptions, false));
}
