import { ModelConfigDocument } from '../../model-config/schema/schema';
import { LatencyProfile } from '../../measurements';
import { SimulatedFleetOptions } from './fleet-simulation-options';

/** The feature of a model that cannot be simulated. Undefined if the model can be simulated. */
export function unsimulatedFeature({
  sequence_batching: sequences,
  ensemble_scheduling: ensemble,
}: ModelConfigDocument): string | undefined {
  if (sequences) return 'sequence batching';
  return ensemble && 'several steps (an ensemble)';
}

/** The batching of a simulated model. */
export type SimulatedBatching = Pick<SimulatedFleetOptions, 'maxBatchSize' | 'dynamicBatching'>;

/** The batching of a model, from its config.pbtxt. Queue limits, timeouts and priorities are not simulated. */
export function batchingOf({
  max_batch_size: maxBatchSize,
  dynamic_batching: batching,
}: ModelConfigDocument): SimulatedBatching {
  if (!batching || maxBatchSize < 2) return { maxBatchSize: 1 };
  const { preferred_batch_size: preferred = [], max_queue_delay_microseconds: delay = 0 } = batching;
  return {
    maxBatchSize,
    dynamicBatching: {
      ...(preferred.length > 0 ? { preferredBatchSizes: [...preferred] } : {}),
      ...(Number(delay) > 0 ? { maxQueueDelayMicroseconds: Number(delay) } : {}),
    },
  };
}

/** The batching with batches of at most the largest measured size, since the times of larger batches are not known. */
export function withMeasuredBatches(
  { maxBatchSize, dynamicBatching }: SimulatedBatching,
  { serviceTimes }: LatencyProfile,
): SimulatedBatching {
  const largest = Math.min(maxBatchSize ?? Infinity, Math.max(...serviceTimes.map(({ batch }) => batch)));
  const { preferredBatchSizes, ...otherOptions } = dynamicBatching ?? {};
  const preferred = preferredBatchSizes?.filter((size) => size <= largest) ?? [];
  return {
    maxBatchSize: largest,
    dynamicBatching: dynamicBatching && {
      ...otherOptions,
      ...(preferred.length > 0 ? { preferredBatchSizes: preferred } : {}),
    },
  };
}
