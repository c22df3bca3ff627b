import { DynamicBatchingOptions } from '../../../lib/model';
import { instanceCountOf } from '../../../lib/model/definition/model-instances';
import { ModelConfig } from '../../../lib/model-config';
import { ModelConfigDocument } from '../../../lib/model-config/schema/schema';
import { MAX_BATCH } from '../../../lib/measurements/readers/measured-value';
import { unsimulatedFeature } from '../../../lib/capacity/fleet/model-batching';

/** The part of the configuration of a model that determines how its requests are batched and executed. */
export interface ConfiguredModel {
  readonly name: string;
  /** At least 1. */
  readonly maxBatchSize: number;
  /** Undefined without dynamic batching. */
  readonly dynamicBatching?: DynamicBatchingOptions;
  /** Number of model instances of an instance of the endpoint. */
  readonly modelInstances: number;
  /** Whether several of the model instances run on the same device, so they may slow each other down. */
  readonly sharesDevice: boolean;
  /** The composing models, if the model is an ensemble. */
  readonly steps: string[];
  /** The feature that cannot be simulated. */
  readonly unsimulated?: string;
}

/** @param devices number of GPUs of an instance, or 1 for an instance without GPUs */
export function configuredModel(name: string, config: ModelConfig, devices: number): ConfiguredModel {
  const document = config._document;
  const { max_batch_size: maxBatchSize, ensemble_scheduling: ensemble } = document;
  return {
    name,
    maxBatchSize: Math.max(1, maxBatchSize),
    dynamicBatching: maxBatchSize > 1 ? dynamicBatchingOf(document) : undefined,
    modelInstances: instanceCountOf({ config }, devices),
    sharesDevice: sharesDevice(document, devices),
    steps: ensemble?.step.map(({ model_name: step }) => step) ?? [],
    unsimulated: unsimulatedFeature(document) ?? queueFeature(document) ?? unsimulatedSize(document),
  };
}

/** The CPU counts as the first device, as do the devices that a model selects itself. */
function sharesDevice({ instance_group: groups }: ModelConfigDocument, devices: number): boolean {
  const all = Array.from({ length: devices }, (_, device) => device);
  const used = groups.flatMap(({ kind, gpus }) =>
    kind === 'KIND_CPU' || kind === 'KIND_MODEL' ? [0] : gpus.length > 0 ? gpus : all,
  );
  return groups.some(({ count }) => count > 1) || new Set(used).size < used.length;
}

function dynamicBatchingOf({ dynamic_batching: batching }: ModelConfigDocument): DynamicBatchingOptions | undefined {
  if (!batching) return undefined;
  const delay = Number(batching.max_queue_delay_microseconds);
  return {
    ...(batching.preferred_batch_size.length > 0 && { preferredBatchSizes: [...batching.preferred_batch_size] }),
    ...(delay > 0 && { maxQueueDelayMicroseconds: delay }),
    ...(batching.preserve_ordering && { preserveOrdering: true }),
  };
}

/** SageMaker does not wait longer for a response, so the requests of such a model fail. */
const MAX_DELAY_SECONDS = 60;

function unsimulatedSize({
  max_batch_size: maxBatchSize,
  dynamic_batching: batching,
}: ModelConfigDocument): string | undefined {
  if (Number(batching?.max_queue_delay_microseconds ?? 0) > MAX_DELAY_SECONDS * 1e6)
    return `a queue delay above ${MAX_DELAY_SECONDS} seconds`;
  return maxBatchSize > MAX_BATCH ? `a max_batch_size above ${MAX_BATCH}` : undefined;
}

/** The metrics do not contain the priorities and timeouts of requests. */
function queueFeature({ dynamic_batching: batching }: ModelConfigDocument): string | undefined {
  const { priority_levels: levels = 0, default_queue_policy: policy } = batching ?? {};
  return Number(levels) > 0 || policy ? 'priority levels or a queue policy' : undefined;
}
