import { RandomStream } from '../../../lib/measurements/random-stream';
import { DynamicBatchingOptions, RoutingStrategy, ServiceTime } from '../../../lib';
import { ConfiguredModel } from '../../../cli/advise/deployed/configured-model';
import { DeployedVariant } from '../../../cli/advise/deployed/deployment';
import { MARGIN } from '../../../cli/advise/model/batching-advice';
import { adviseModel } from '../../../cli/advise/model/advise-model';
import { loadOf } from '../../../cli/advise/model/load';
import { Outcome, replay } from '../../../cli/advise/model/replay';
import { isUnadvised } from '../../../cli/advise/text/sentences';
import { metricsOf, rising } from './simulated-metrics';
import { runs, RUNS_ALL, SEED } from '../../setup/proof';

/*
 * Models whose true execution times are known, also times that are not on a line, are deployed with random batching under random loads. What the command
 * advises from their metrics alone is simulated with the true times: it must never be worse than what is deployed, except for the effect of the random
 * arrivals, which is below the smallest improvement that is advised.
 */
const RUNS = runs(60, 8);

interface Case {
  readonly serviceTimes: ServiceTime[];
  readonly model: ConfiguredModel;
  readonly variant: DeployedVariant;
  readonly rates: number[];
  readonly instances: number;
}

const SHAPES: ((batch: number, fixed: number, perItem: number) => number)[] = [
  (batch, fixed, perItem) => fixed + perItem * batch,
  (batch, _, perItem) => perItem * batch,
  (batch, fixed, perItem) => fixed + perItem * Math.max(0, batch - 4) * 2, // flat, then steep
  (batch, fixed, perItem) => fixed + perItem * Math.sqrt(batch),
  (batch, fixed, perItem) => fixed + perItem * 4 * Math.ceil(batch / 4), // steps
];

function randomCase(random: RandomStream): Case {
  const pick = <T>(values: readonly T[]): T => values[random.integer(values.length)];
  const maxBatchSize = pick([4, 8, 16]);
  const [fixed, perItem, shape] = [pick([2, 10, 40]), pick([0.5, 4, 20]), pick(SHAPES)];
  const serviceTimes = Array.from({ length: maxBatchSize }, (_, index) => ({
    batch: index + 1,
    milliseconds: shape(index + 1, fixed, perItem),
  }));
  const dynamicBatching: DynamicBatchingOptions | undefined = pick([
    undefined,
    {},
    { maxQueueDelayMicroseconds: pick([1000, 20_000, 200_000]) },
    { preferredBatchSizes: [maxBatchSize / 2], maxQueueDelayMicroseconds: pick([5000, 100_000]) },
    { preferredBatchSizes: [2] },
  ]);
  const largest = dynamicBatching ? maxBatchSize : 1;
  const capacity = (1000 * largest) / serviceTimes[largest - 1].milliseconds;
  const peak = capacity * pick([0.05, 0.3, 0.6, 0.85]);
  const model = {
    name: 'model',
    maxBatchSize,
    dynamicBatching,
    modelInstances: 1,
    sharesDevice: false,
    hasCache: false,
    steps: [],
  };
  const objective = { percentile: 99, milliseconds: serviceTimes[0].milliseconds * pick([2, 5, 20]) };
  return {
    ...{ serviceTimes, model, instances: pick([1, 1, 3]) },
    rates: rising(peak * pick([0.2, 0.9]), peak, 30),
    variant: {
      models: new Map([['model', model]]),
      routingStrategy: RoutingStrategy.RANDOM,
      isScaled: false,
      objective: random.uniform() < 0.5 ? objective : undefined,
    },
  };
}

test('what is advised is never worse than what is deployed', () => {
  const random = new RandomStream(SEED, 1);
  const counts = { changes: 0, kept: 0, none: 0 };
  const wrong: object[] = [];
  for (let run = 0; run < RUNS; run++) {
    const { serviceTimes, model, variant, rates, instances } = randomCase(random);
    const metrics = metricsOf({ ...model, serviceTimes, rates, instances }, SEED + run);
    const advice = adviseModel(model, new Map([[model.name, metrics]]), variant);
    if (isUnadvised(advice)) {
      counts.none++;
      continue;
    }
    const { batching, fleet } = advice;
    if (!batching.change && !fleet.change) {
      counts.kept++;
      continue;
    }
    counts.changes++;
    const truth = (setting: ConfiguredModel, instanceCount: number): Outcome =>
      replay(loadOf(metrics).load, serviceTimes, {
        ...setting,
        ...{ routingStrategy: variant.routingStrategy, percentile: 99, instanceCount },
      });
    const advised = batching.change ? { ...model, dynamicBatching: batching.change.dynamicBatching } : model;
    const before = truth(model, instances);
    const after = truth(advised, fleet.change?.to ?? instances);
    const isWorse =
      fleet.change && fleet.change.to < instances
        ? after.busyLatency > (variant.objective?.milliseconds ?? 0)
        : after.latency > before.latency * (1 + MARGIN);
    if (isWorse)
      wrong.push({
        run,
        model,
        serviceTimes,
        rates,
        instances,
        variant,
        before,
        after,
        advised,
        fleet: fleet.change?.to,
      });
  }
  expect(wrong).toEqual([]);
  // The advice is not useless either. In a slice, the number of changes depends on the seed.
  if (RUNS_ALL) expect(counts.changes).toBeGreaterThan(RUNS / 5);
});
