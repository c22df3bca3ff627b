import { LatencyProfile } from '../../../lib/measurements/latency-profile';
import { ConfiguredModel } from '../deployed/configured-model';
import { DeployedVariant } from '../deployed/deployment';
import { MinutesByModel } from '../metrics/minutes';
import { adviseBatching, BatchingAdvice } from './batching-advice';
import { Outcomes, RangeSimulator } from './ends';
import { adviseFleet, FleetAdvice } from './fleet-advice';
import { loadOf, MIN_REQUESTS_OF_MEANS } from './load';
import { SimulatedSetting } from './replay';
import { Measured, measuredOf, reproduces, stableMinutes } from './reproduce';
import { fitServiceTimes, ServiceTimeRange, tabulatedServiceTimes } from './service-times';
import { activeMinutes, MIN_MINUTES, missingData } from './thin-data';

/** Why nothing is advised about a model. */
export interface NoAdvice {
  readonly reason: string;
}

/** The simulations of a model that reproduce its metrics, and what follows from them. */
export interface SimulatedModel {
  readonly measured: Measured;
  readonly times: ServiceTimeRange;
  readonly percentile: number;
  readonly deployed: Outcomes;
  readonly batching: BatchingAdvice;
  readonly fleet: FleetAdvice;
}

export type ModelAdvice = NoAdvice | SimulatedModel;

const DEFAULT_PERCENTILE = 99;

/**
 * Advises on the batching of a model, and on the number of instances if it is the only model.
 *
 * @param all metrics of all models that the instances execute
 * @param profile execution times of a latency table, which replace those that are fitted to the metrics
 */
export function adviseModel(
  model: ConfiguredModel,
  all: MinutesByModel,
  variant: DeployedVariant,
  profile?: LatencyProfile,
): ModelAdvice {
  if (model.unsimulated) return { reason: `It has ${model.unsimulated}, which is not simulated.` };
  const active = activeMinutes(all.get(model.name) ?? []);
  const missing = missingData(active);
  if (missing !== undefined) return { reason: missing };
  const { load, minutes } = loadOf(active);
  if (load.itemsPerRequest > model.maxBatchSize + 0.01)
    return {
      reason: `Its requests have ${load.itemsPerRequest.toFixed(1)} items, and max_batch_size is ${model.maxBatchSize}: the configuration is not that of the metrics.`,
    };
  const percentile = variant.objective?.percentile ?? DEFAULT_PERCENTILE;
  const setting: SimulatedSetting = {
    maxBatchSize: model.maxBatchSize,
    dynamicBatching: model.dynamicBatching,
    modelInstances: model.modelInstances,
    routingStrategy: variant.routingStrategy,
    percentile,
  };
  const times = profile
    ? tabulatedServiceTimes(profile, model, minutes, setting)
    : fitServiceTimes(model, minutes, setting);
  const simulator = new RangeSimulator(load, times, setting);
  const stable = stableMinutes(minutes, times.small, setting);
  if (stable.length < MIN_MINUTES) return { reason: describeOverload(stable.length, minutes.length) };
  const checked = new RangeSimulator(loadOf(stable, MIN_REQUESTS_OF_MEANS).load, times, setting).simulate();
  const measured = measuredOf(stable);
  const reproducing = checked.filter((outcome) => reproduces(outcome, measured));
  if (reproducing.length < checked.length)
    return { reason: reproducing.length > 0 && !times.isKnown ? UNKNOWN_TIMES : describeDeviation(checked, measured) };

  const deployed = simulator.simulate();

  const batching = adviseBatching(model, times.single[0], simulator, deployed);
  const changed = batching.change && { dynamicBatching: batching.change.dynamicBatching };
  const fleet =
    variant.models.size === 1 && all.size === 1
      ? adviseFleet(variant, model, simulator, changed ?? {})
      : { note: 'The number of instances is not judged, because the endpoint has several models.' };
  return { measured: measuredOf(minutes), times, percentile, deployed, batching, fleet };
}

const UNKNOWN_TIMES =
  'How the execution time grows with the batch is not known, because all minutes have similar batches. The advice needs minutes with at least ' +
  "twice the load, or a latency table: run 'local cdk.out --latency-table latency.csv', and set --latency-table.";

function describeOverload(stable: number, all: number): string {
  return (
    `In ${all - stable} of ${all} minutes, the load was nearly as large as the capacity, or larger. Add instances, and run the ` +
    `command again with at least ${MIN_MINUTES} minutes of less load.`
  );
}

function describeDeviation(deployed: Outcomes, measured: Measured): string {
  const simulated = (valueOf: (outcome: Outcomes[number]) => number, digits: number): string => {
    const [low, high] = deployed
      .map((outcome) => valueOf(outcome).toFixed(digits))
      .sort((a, b) => Number(a) - Number(b));
    return low === high ? low : `${low} to ${high}`;
  };
  return (
    `The simulation of the deployed configuration does not reproduce the metrics: a queue time of ${simulated(({ meanQueueTime }) => meanQueueTime, 1)} ms ` +
    `and a batch size of ${simulated(({ meanBatch }) => meanBatch, 2)} instead of ${measured.queueTime.toFixed(1)} ms and ${measured.meanBatch.toFixed(2)}. ` +
    'Requests may arrive in bursts, other models may use the same device, or the configuration may not be the deployed one.'
  );
}
