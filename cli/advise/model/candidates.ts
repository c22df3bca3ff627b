import { DynamicBatchingOptions } from '../../../lib/model';
import { ConfiguredModel } from '../deployed/configured-model';

/** A different batching of a model. */
export interface BatchingCandidate {
  /** Undefined: without dynamic batching. */
  readonly dynamicBatching?: DynamicBatchingOptions;
  /** What to do, such as `turn on dynamic batching`. */
  readonly action: string;
  /** Number of properties that change. Fewer are better. */
  readonly changes: number;
}

/** Shorter queue delays, as fractions of the deployed delay. */
const SHORTER = [0, 1 / 8, 1 / 4, 1 / 2];
/** Queue delays of a model without a delay, as fractions of the time of an execution. */
const ADDED = [1 / 4, 1 / 2, 1];

/** @param executionMilliseconds time of an execution of one item */
export function batchingCandidates(
  { maxBatchSize, dynamicBatching: deployed }: ConfiguredModel,
  executionMilliseconds: number,
): BatchingCandidate[] {
  if (maxBatchSize === 1) return [];
  if (!deployed) return [{ action: 'turn on dynamic batching', dynamicBatching: {}, changes: 1 }];
  const { maxQueueDelayMicroseconds: delay = 0, preferredBatchSizes: preferred, ...others } = deployed;
  const delays =
    delay > 0 ? SHORTER.map((share) => share * delay) : ADDED.map((share) => share * executionMilliseconds * 1000);
  const withDelay = (options: DynamicBatchingOptions, microseconds: number): DynamicBatchingOptions =>
    microseconds >= 1 ? { ...options, maxQueueDelayMicroseconds: Math.round(microseconds) } : options;
  const kept = preferred && { preferredBatchSizes: preferred };
  const dropped = preferred && `drop the preferred batch sizes ${preferred.join(', ')}`;
  return [
    ...delays.map((microseconds) => ({
      action: delayAction(delay, microseconds),
      dynamicBatching: withDelay({ ...others, ...kept }, microseconds),
      changes: 1,
    })),
    ...(dropped ? [{ action: dropped, dynamicBatching: withDelay(others, delay), changes: 1 }] : []),
    ...(dropped
      ? delays.map((microseconds) => ({
          action: `${dropped}, and ${delayAction(delay, microseconds)}`,
          dynamicBatching: withDelay(others, microseconds),
          changes: 2,
        }))
      : []),
    { action: 'turn off dynamic batching', changes: 3 },
  ];
}

function delayAction(deployed: number, microseconds: number): string {
  const from = `the queue delay of ${formatDelay(deployed)}`;
  if (microseconds < 1) return `remove ${from}`;
  return deployed > 0
    ? `shorten ${from} to ${formatDelay(microseconds)}`
    : `add a queue delay of ${formatDelay(microseconds)}`;
}

function formatDelay(microseconds: number): string {
  return microseconds < 1000 ? `${Math.round(microseconds)} µs` : `${Number((microseconds / 1000).toPrecision(3))} ms`;
}
