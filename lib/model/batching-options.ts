import { QueuePolicy } from './queue-policy';
import { SequenceControl } from './sequence-control';
import { SequenceState } from './sequence-state';

/** Options of Triton's dynamic batcher. */
export interface DynamicBatchingOptions {
  /**
   * Preferred batch sizes, each from 1 to `maxBatchSize`. The batcher sends a batch of a preferred size to the model immediately. List only
   * sizes at which the model performs significantly better, such as the optimum of a TensorRT profile. Otherwise, do not set this option.
   *
   * @default - `maxBatchSize`
   */
  readonly preferredBatchSizes?: number[];

  /**
   * Maximum time that a request waits in the queue to be batched with other requests, in microseconds. With low traffic, it adds at most
   * this time to the latency. With high traffic, it results in larger batches.
   *
   * @default 0
   */
  readonly maxQueueDelayMicroseconds?: number;

  /**
   * Whether responses are returned in the order of the requests. A fast response is then delayed until all earlier responses have been
   * returned.
   *
   * @default false
   */
  readonly preserveOrdering?: boolean;

  /**
   * Number of priority levels. Requests of level 1 are executed first. High priority levels keep their latency at the expense of the other
   * levels.
   *
   * @default 0 (all requests have the same priority)
   */
  readonly priorityLevels?: number;

  /**
   * Priority level of requests that do not specify a level, from 1 to `priorityLevels`. Required with `priorityLevels`.
   *
   * @default - no default priority level
   */
  readonly defaultPriorityLevel?: number;

  /**
   * Queue policy, which limits the time and the number of requests in the queue.
   *
   * @default - no limits
   */
  readonly defaultQueuePolicy?: QueuePolicy;

  /**
   * Queue policies of individual priority levels, by the number of the level.
   *
   * @default - `defaultQueuePolicy` for all priority levels
   */
  readonly priorityQueuePolicies?: { [level: string]: QueuePolicy };
}

/**
 * What both kinds of sequence batching have.
 *
 * @internal
 */
export interface SequenceBatchingOptions {
  /**
   * Maximum time that a sequence can be idle, in microseconds. After that, a different sequence can use its slot.
   *
   * @default 1000000
   */
  readonly maxSequenceIdleMicroseconds?: number;

  /**
   * Inputs through which Triton signals to the model where a sequence starts and ends.
   *
   * @default - no control inputs
   */
  readonly controlInputs?: SequenceControl[];

  /**
   * Tensors that Triton passes from one request of a sequence to the next request.
   *
   * @default - no tensors, so the model keeps its own state
   */
  readonly states?: SequenceState[];

  /**
   * Whether a request is rescheduled until the model reports that it is finished, as generative models require (Triton 23.11 or later).
   * Running requests and new requests are batched together.
   *
   * @default false
   */
  readonly iterativeSequence?: boolean;
}

/** Options of a sequence batcher with which each sequence keeps one batch slot until it ends. */
export interface DirectSequenceBatchingOptions extends SequenceBatchingOptions {
  /**
   * Maximum time that a request waits for requests in the other slots, in microseconds.
   *
   * @default 0
   */
  readonly maxQueueDelayMicroseconds?: number;

  /**
   * Minimum fraction of batch slots that must be filled to execute a batch before the delay has passed, from 0 to 1.
   *
   * @default 0 (batches are executed immediately)
   */
  readonly minimumSlotUtilization?: number;
}

/** Options of a sequence batcher that batches the oldest requests of all sequences. */
export interface OldestSequenceBatchingOptions extends SequenceBatchingOptions {
  /**
   * Maximum number of sequences that each instance processes at the same time. Further sequences wait. Set it high enough to fill a batch.
   */
  readonly maxCandidateSequences: number;

  /**
   * Preferred batch sizes, each from 1 to `maxBatchSize`.
   *
   * @default - `maxBatchSize`
   */
  readonly preferredBatchSizes?: number[];

  /**
   * Maximum time that a request waits in the queue to be batched with other requests, in microseconds. It adds at most this time to the
   * latency.
   *
   * @default 0
   */
  readonly maxQueueDelayMicroseconds?: number;

  /**
   * Whether responses are returned in the order of the requests (Triton 23.08 or later).
   *
   * @default false
   */
  readonly preserveOrdering?: boolean;
}
