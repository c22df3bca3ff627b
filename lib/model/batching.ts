import { field, FieldTable, messageField, messageListField, renderFields } from './field-table';
import { QUEUE_POLICY_FIELDS, QueuePolicy } from './queue-policy';
import { Json } from './render';
import { SequenceControl } from './sequence-control';
import { SEQUENCE_STATE_FIELDS, SequenceState } from './sequence-state';

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
   * Maximum time that a request waits in the queue to be batched with other requests, in microseconds. With low traffic, the delay adds at
   * most this time to the latency. With high traffic, the delay results in larger batches.
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
   * Number of priority levels. Requests of level 1 have the highest priority and are executed first. Requests with a high priority have a
   * lower latency at the expense of the other requests.
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
 * Options of all sequence batchers.
 *
 * @internal
 */
export interface SequenceBatchingOptions {
  /**
   * Maximum time that a sequence can be idle, in microseconds. After this time, a different sequence can use the slot.
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
   * Whether a request is rescheduled until the model reports that the request is finished, as generative models require (Triton 23.11 or later).
   * Running requests and new requests are batched together.
   *
   * @default false
   */
  readonly iterativeSequence?: boolean;
}

/** Options of a sequence batcher that reserves one batch slot for each sequence until the sequence ends. */
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
   * Maximum number of sequences that each instance processes at the same time. Further sequences wait. Use a number that is high enough to
   * fill a batch.
   */
  readonly maxCandidateSequences: number;

  /**
   * Preferred batch sizes, each from 1 to `maxBatchSize`.
   *
   * @default - `maxBatchSize`
   */
  readonly preferredBatchSizes?: number[];

  /**
   * Maximum time that a request waits in the queue to be batched with other requests, in microseconds. The delay adds at most this time to
   * the latency.
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

const DYNAMIC_FIELDS: FieldTable<DynamicBatchingOptions> = {
  preferredBatchSizes: 'preferred_batch_size',
  maxQueueDelayMicroseconds: 'max_queue_delay_microseconds',
  preserveOrdering: 'preserve_ordering',
  priorityLevels: 'priority_levels',
  defaultPriorityLevel: 'default_priority_level',
  defaultQueuePolicy: messageField('default_queue_policy', QUEUE_POLICY_FIELDS),
  priorityQueuePolicies: field(
    'priority_queue_policy',
    (policies) =>
      Object.fromEntries(
        Object.entries(policies).map(([level, policy]) => [level, renderFields(QUEUE_POLICY_FIELDS, policy)]),
      ),
    QUEUE_POLICY_FIELDS,
  ),
};

const SEQUENCE_FIELDS: FieldTable<SequenceBatchingOptions> = {
  maxSequenceIdleMicroseconds: 'max_sequence_idle_microseconds',
  controlInputs: field('control_input', (controls) => controls.map((control) => control._render())),
  states: messageListField('state', SEQUENCE_STATE_FIELDS),
  iterativeSequence: 'iterative_sequence',
};

const DIRECT_FIELDS: FieldTable<Omit<DirectSequenceBatchingOptions, keyof SequenceBatchingOptions>> = {
  maxQueueDelayMicroseconds: 'max_queue_delay_microseconds',
  minimumSlotUtilization: 'minimum_slot_utilization',
};

const OLDEST_FIELDS: FieldTable<Omit<OldestSequenceBatchingOptions, keyof SequenceBatchingOptions>> = {
  maxCandidateSequences: 'max_candidate_sequences',
  preferredBatchSizes: 'preferred_batch_size',
  maxQueueDelayMicroseconds: 'max_queue_delay_microseconds',
  preserveOrdering: 'preserve_ordering',
};

/** The fields of config.pbtxt that batching sets, and the tables of their options. */
export const BATCHING_PATHS = {
  dynamic_batching: DYNAMIC_FIELDS,
  sequence_batching: SEQUENCE_FIELDS,
  'sequence_batching.direct': DIRECT_FIELDS,
  'sequence_batching.oldest': OLDEST_FIELDS,
};

/**
 * The scheduling and batching of requests in Triton.
 *
 * Without batching, each request is executed individually (except for ONNX Runtime with automatic configuration), so most of the GPU is
 * idle under load. Dynamic batching is the setting with the largest effect on throughput.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md#scheduling-and-batching
 * @example
 * model.withOverrides({ batching: Batching.dynamic({ preferredBatchSizes: [8, 16], maxQueueDelayMicroseconds: 100 }) });
 */
export class Batching {
  /** Dynamic batching, which combines requests that arrive at about the same time. For models that keep no state between requests. */
  public static dynamic(options: DynamicBatchingOptions = {}): Batching {
    return new Batching({ dynamic_batching: renderFields(DYNAMIC_FIELDS, options) });
  }

  /**
   * Sequence batching with the strategy `direct`, which assigns a batch slot of one instance to each sequence until the sequence ends. For
   * models that keep one state per slot. This strategy has the lowest latency, but the slots of idle sequences are executed without requests.
   */
  public static sequenceDirect(options: DirectSequenceBatchingOptions = {}): Batching {
    return new Batching({
      sequence_batching: renderFields(SEQUENCE_FIELDS, options),
      'sequence_batching.direct': renderFields(DIRECT_FIELDS, options),
    });
  }

  /**
   * Sequence batching with the strategy `oldest`, which batches the oldest requests of all sequences of an instance. For models that look up
   * their state by the correlation ID of the sequence, or whose state is managed by Triton. Batches are larger than with `sequenceDirect`.
   */
  public static sequenceOldest(options: OldestSequenceBatchingOptions): Batching {
    return new Batching({
      sequence_batching: renderFields(SEQUENCE_FIELDS, options),
      'sequence_batching.oldest': renderFields(OLDEST_FIELDS, options),
    });
  }

  private constructor(private readonly fields: { readonly [path in keyof typeof BATCHING_PATHS]?: Json }) {}

  /** The content of the fields, by their paths. @internal */
  public _render(): Json {
    return this.fields;
  }
}
