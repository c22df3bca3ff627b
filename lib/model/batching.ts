import {
  DirectSequenceBatchingOptions,
  DynamicBatchingOptions,
  OldestSequenceBatchingOptions,
  SequenceBatchingOptions,
} from './batching-options';
import { renderQueuePolicy } from './queue-policy';
import { compact, Json } from './render';
import { renderSequenceState } from './sequence-state';

/**
 * How Triton forms batches out of requests.
 *
 * Without it, each request executes alone (ONNX Runtime with automatic configuration aside), which leaves most of a GPU
 * idle under load: dynamic batching is the setting with the largest effect on throughput.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md#scheduling-and-batching
 * @example
 * model.withOverrides({ batching: Batching.dynamic({ preferredBatchSizes: [8, 16], maxQueueDelayMicroseconds: 100 }) });
 */
export class Batching {
  /** Joins requests that arrive close to each other. For models that keep no state between requests. */
  public static dynamic(options: DynamicBatchingOptions = {}): Batching {
    const { defaultQueuePolicy, priorityQueuePolicies } = options;
    return new Batching('dynamic_batching', {
      preferred_batch_size: options.preferredBatchSizes,
      max_queue_delay_microseconds: options.maxQueueDelayMicroseconds,
      preserve_ordering: options.preserveOrdering,
      priority_levels: options.priorityLevels,
      default_priority_level: options.defaultPriorityLevel,
      default_queue_policy: defaultQueuePolicy && renderQueuePolicy(defaultQueuePolicy),
      priority_queue_policy:
        priorityQueuePolicies &&
        Object.fromEntries(
          Object.entries(priorityQueuePolicies).map(([level, policy]) => [level, renderQueuePolicy(policy)]),
        ),
    });
  }

  /**
   * Gives each sequence of requests a batch slot of one instance until it ends. For models that keep their state by
   * slot; latency is the lowest, but slots of idle sequences execute empty.
   */
  public static sequenceDirect(options: DirectSequenceBatchingOptions = {}): Batching {
    return new Batching('sequence_batching', {
      ...renderSequenceOptions(options),
      direct: compact({
        max_queue_delay_microseconds: options.maxQueueDelayMicroseconds,
        minimum_slot_utilization: options.minimumSlotUtilization,
      }),
    });
  }

  /**
   * Batches the oldest requests of all sequences of an instance. For models that find their state by the sequence's id
   * or have it carried by Triton; fuller batches than `sequenceDirect`.
   */
  public static sequenceOldest(options: OldestSequenceBatchingOptions): Batching {
    return new Batching('sequence_batching', {
      ...renderSequenceOptions(options),
      oldest: compact({
        max_candidate_sequences: options.maxCandidateSequences,
        preferred_batch_size: options.preferredBatchSizes,
        max_queue_delay_microseconds: options.maxQueueDelayMicroseconds,
        preserve_ordering: options.preserveOrdering,
      }),
    });
  }

  private constructor(
    private readonly field: string,
    private readonly settings: Json,
  ) {}

  /** @internal */
  public _render(): Json {
    return { [this.field]: compact(this.settings) };
  }
}

function renderSequenceOptions(options: SequenceBatchingOptions): Json {
  return {
    max_sequence_idle_microseconds: options.maxSequenceIdleMicroseconds,
    control_input: options.controlInputs?.map((control) => control._render()),
    state: options.states?.map(renderSequenceState),
    iterative_sequence: options.iterativeSequence,
  };
}
