import { QueuePolicy } from './queue-policy';
import { SequenceControl } from './sequence-control';
import { SequenceState } from './sequence-state';

/** How single requests are joined into batches. */
export interface DynamicBatchingOptions {
  /**
   * Batch sizes worth waiting for, each from 1 to `maxBatchSize`: a batch of such a size leaves at once. Name only sizes
   * the model runs clearly better at, such as the optimum of a TensorRT profile; otherwise leave it out.
   *
   * @default - `maxBatchSize`
   */
  readonly preferredBatchSizes?: number[];

  /**
   * How long a request may wait for others, in microseconds. It adds at most that much to the latency when traffic is
   * low, and makes batches larger when it is high.
   *
   * @default 0
   */
  readonly maxQueueDelayMicroseconds?: number;

  /**
   * Whether answers leave in the order of the requests. Holds back fast ones behind slow ones.
   *
   * @default false
   */
  readonly preserveOrdering?: boolean;

  /**
   * How many priority levels there are; level 1 is served first. High levels keep their latency at the cost of others.
   *
   * @default 0 (all requests are equal)
   */
  readonly priorityLevels?: number;

  /**
   * The level of requests that name none, from 1 to `priorityLevels`. Required with `priorityLevels`.
   *
   * @default - none
   */
  readonly defaultPriorityLevel?: number;

  /**
   * How long and how many requests may wait.
   *
   * @default - any number, for any time
   */
  readonly defaultQueuePolicy?: QueuePolicy;

  /**
   * The same for single priority levels, by the level's number.
   *
   * @default - `defaultQueuePolicy` for all
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
   * How long a sequence may be idle, in microseconds, before its slot goes to another one.
   *
   * @default 1000000
   */
  readonly maxSequenceIdleMicroseconds?: number;

  /**
   * Inputs through which Triton tells the model where a sequence starts and ends.
   *
   * @default - none
   */
  readonly controlInputs?: SequenceControl[];

  /**
   * Tensors that Triton carries from one request of a sequence to the next.
   *
   * @default - none: the model keeps its state itself
   */
  readonly states?: SequenceState[];

  /**
   * Whether a request is scheduled again until the model says it is finished, as generative models need
   * (Triton 23.11 and newer). Joins running and new requests in one batch.
   *
   * @default false
   */
  readonly iterativeSequence?: boolean;
}

/** Each sequence keeps one batch slot to its end. */
export interface DirectSequenceBatchingOptions extends SequenceBatchingOptions {
  /**
   * How long a request may wait for the other slots, in microseconds.
   *
   * @default 0
   */
  readonly maxQueueDelayMicroseconds?: number;

  /**
   * The share of slots that have to be filled for a batch to leave before the delay is over, from 0 to 1.
   *
   * @default 0 (leave at once)
   */
  readonly minimumSlotUtilization?: number;
}

/** The oldest requests of all sequences share a batch. */
export interface OldestSequenceBatchingOptions extends SequenceBatchingOptions {
  /** How many sequences each instance works on at once; more wait. Large enough for a full batch. */
  readonly maxCandidateSequences: number;

  /**
   * Batch sizes worth waiting for, each from 1 to `maxBatchSize`.
   *
   * @default - `maxBatchSize`
   */
  readonly preferredBatchSizes?: number[];

  /**
   * How long a request may wait for others, in microseconds. It adds at most that much to the latency.
   *
   * @default 0
   */
  readonly maxQueueDelayMicroseconds?: number;

  /**
   * Whether answers leave in the order of the requests (Triton 23.08 and newer).
   *
   * @default false
   */
  readonly preserveOrdering?: boolean;
}
