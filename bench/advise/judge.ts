import { advise } from '../../cli/advise/advise';
import { configuredModel } from '../../cli/advise/deployed/configured-model';
import { readDocuments } from '../../cli/advise/metrics/documents';
import { collectMinutes } from '../../cli/advise/metrics/minutes';
import { latencyRangeOf } from '../../cli/advise/model/ends';
import { isUnadvised } from '../../cli/advise/text/sentences';
import { ModelConfig } from '../../lib/model-config';
import { DynamicBatchingOptions } from '../../lib/model';
import { RoutingStrategy } from '../../lib/platform';
import { Load, LOADS, Setting } from './loads';
import { MODEL } from './metrics';
import { Recording } from './recording';
import { SPEED } from './scaled-time';

/** The advice on a recording, compared with the sweep. */
export interface Judgement {
  readonly recording: Recording;
  readonly load: Load;
  readonly sentences: readonly string[];
  /** The advised setting. Undefined if nothing is advised, or if it was not measured. */
  readonly advised?: Setting;
  /** `better`: measured to be better than the deployed setting, but not as good as the right answer. */
  readonly outcome: 'right' | 'better' | 'none' | 'not measured' | 'wrong';
  /** The predicted p99 of the advised setting, in milliseconds of the endpoint. */
  readonly predicted?: readonly [number, number];
}

/** Runs the command on a recording, and looks up the advised setting in the sweep. */
export function judge(recording: Recording, withLatencyTable = true): Judgement {
  const load = LOADS.find(({ name }) => name === recording.name) as Load;
  const { latencyTable, objectiveMilliseconds } = recording;
  const variant = {
    models: new Map([[MODEL, configuredModel(MODEL, ModelConfig.fromText(recording.config), 1)]]),
    routingStrategy: RoutingStrategy.RANDOM,
    objective: objectiveMilliseconds ? { percentile: 99, milliseconds: objectiveMilliseconds } : undefined,
    isScaled: false,
  };
  const minutes = collectMinutes(readDocuments(recording.documents, recording.name));
  const profile =
    latencyTable && withLatencyTable ? { instanceType: 'ml.c5.large', serviceTimes: [...latencyTable] } : undefined;
  const [{ advice, sentences }] = advise({ minutes, variant }, profile).models;
  if (isUnadvised(advice)) return { recording, load, sentences, outcome: 'none' };
  const { batching, fleet, deployed } = advice;
  const [before] = load.settings;
  if (batching.undecided && !advice.times.isKnown && !fleet.meetsObjective)
    return { recording, load, sentences, outcome: 'none' };
  const dynamicBatching = batching.change ? batching.change.dynamicBatching : optionsOf(before);
  const instances = fleet.change?.to ?? before.instances;
  const advised = load.settings.find(
    (setting) => setting.instances === instances && isEqual(optionsOf(setting), dynamicBatching),
  );
  const isRight = advised !== undefined && load.answers.includes(advised.name);
  const predicted = latencyRangeOf((fleet.change ?? batching.change)?.outcomes ?? deployed);
  const outcome = isRight ? 'right' : advised ? compare(recording, before, advised) : 'not measured';
  return { recording, load, sentences, advised, predicted, outcome };
}

/** Compares an advised setting with the deployed setting: a better setting saves instances and meets the objective, or has a lower latency. */
function compare(
  { settings, objectiveMilliseconds = 0 }: Recording,
  before: Setting,
  advised: Setting,
): 'better' | 'wrong' {
  const latencyOf = ({ name }: Setting): number =>
    settings.find(({ setting }) => setting === name)?.peakP99Milliseconds ?? Infinity;
  const isBetter =
    advised.instances < before.instances
      ? latencyOf(advised) <= objectiveMilliseconds
      : latencyOf(advised) < latencyOf(before);
  return isBetter ? 'better' : 'wrong';
}

/** The options of a setting, in the time of the endpoint. */
function optionsOf({ batching }: Setting): DynamicBatchingOptions | undefined {
  if (!batching) return undefined;
  const { preferred, delayMilliseconds } = batching;
  return {
    ...(preferred && { preferredBatchSizes: [...preferred] }),
    ...(delayMilliseconds && { maxQueueDelayMicroseconds: delayMilliseconds * SPEED * 1000 }),
  };
}

function isEqual(one?: DynamicBatchingOptions, other?: DynamicBatchingOptions): boolean {
  const keyOf = (options?: DynamicBatchingOptions): string =>
    options === undefined ? 'off' : JSON.stringify([options.preferredBatchSizes, options.maxQueueDelayMicroseconds]);
  return keyOf(one) === keyOf(other);
}
