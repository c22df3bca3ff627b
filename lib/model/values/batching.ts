import { FieldTable, renderFields } from './field-table';
import { Json } from './render';

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
   * Maximum number of requests in the queue. Further requests are rejected immediately, so that an overloaded model meets the latency
   * objective for the others. 0 means no limit.
   *
   * @default 0
   */
  readonly maxQueueSize?: number;

  /**
   * Maximum time that a request waits in the queue, in microseconds. Later, the request is rejected. 0 means no timeout.
   *
   * @default 0
   */
  readonly queueTimeoutMicroseconds?: number;
}

const DYNAMIC_FIELDS: FieldTable<DynamicBatchingOptions> = {
  preferredBatchSizes: 'preferred_batch_size',
  maxQueueDelayMicroseconds: 'max_queue_delay_microseconds',
  preserveOrdering: 'preserve_ordering',
  maxQueueSize: 'default_queue_policy.max_queue_size',
  queueTimeoutMicroseconds: 'default_queue_policy.default_timeout_microseconds',
};

/** The fields of config.pbtxt that batching sets, and the tables of their options. */
export const BATCHING_PATHS = {
  dynamic_batching: DYNAMIC_FIELDS,
  sequence_batching: {},
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
  /**
   * Dynamic batching, which combines requests that arrive at about the same time. For models that keep no state between requests.
   *
   * Priority levels and further queue policies are fields of `dynamic_batching` in `config` of the model.
   */
  public static dynamic(options: DynamicBatchingOptions = {}): Batching {
    return new Batching({ dynamic_batching: renderFields(DYNAMIC_FIELDS, options) });
  }

  /**
   * Sequence batching with the strategy `direct`, which assigns a batch slot of one instance to each sequence until the sequence ends. For
   * models that keep one state per slot. This strategy has the lowest latency, but the slots of idle sequences are executed without requests.
   *
   * Control inputs, states and delays are fields of `sequence_batching` in `config` of the model.
   */
  public static sequenceDirect(): Batching {
    return new Batching({ sequence_batching: { direct: {} } });
  }

  /**
   * Sequence batching with the strategy `oldest`, which batches the oldest requests of all sequences of an instance. For models that look up
   * their state by the correlation ID of the sequence, or whose state is managed by Triton. Batches are larger than with `sequenceDirect`.
   *
   * Control inputs, states and delays are fields of `sequence_batching` in `config` of the model.
   *
   * @param maxCandidateSequences maximum number of sequences that each instance processes at the same time. Further sequences wait. Use a
   * number that is high enough to fill a batch
   */
  public static sequenceOldest(maxCandidateSequences: number): Batching {
    return new Batching({ sequence_batching: { oldest: { max_candidate_sequences: maxCandidateSequences } } });
  }

  private constructor(private readonly fields: { readonly [path in keyof typeof BATCHING_PATHS]?: Json }) {}

  /** The content of the fields, by their paths. @internal */
  public _render(): Json {
    return this.fields;
  }
}
