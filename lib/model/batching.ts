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
   * Sequence batching with the direct strategy, which assigns a batch slot of one instance to each sequence until it ends. For models that
   * keep their state by slot. This strategy has the lowest latency, but the slots of idle sequences are executed without requests.
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
   * Sequence batching with the oldest strategy, which batches the oldest requests of all sequences of an instance. For models that find
   * their state by the correlation ID of the sequence, or whose state is managed by Triton. Batches are larger than with `sequenceDirect`.
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
