import { Severity } from '../../findings/finding';
import { ModelConfigDocument } from '../schema/schema';
import { ConfigRule } from './context';
import { duplicateIndices } from './duplicates';
import { RuleFinding } from '../../findings/rule';

const FIELD = 'dynamic_batching';

/** Reports preferred sizes below 1, which neither the dynamic nor the sequence batcher accepts. */
export function* checkSizesArePositive(sizes: readonly number[], field: string): Iterable<RuleFinding> {
  for (const [index, size] of sizes.entries()) {
    if (size <= 0) {
      yield { field: `${field}[${index}]`, message: `preferred batch size ${size} must be at least 1` };
    }
  }
}

/** Reports preferred sizes above `max_batch_size`. */
export function* checkSizesWithinMaximum(
  sizes: readonly number[],
  maximum: number,
  field: string,
): Iterable<RuleFinding> {
  for (const [index, size] of sizes.entries()) {
    if (size > 0 && size > maximum) {
      yield {
        field: `${field}[${index}]`,
        message:
          `preferred batch size ${size} is above max_batch_size ${maximum}; ` +
          (maximum > 0
            ? `set 1 to ${maximum}, or raise max_batch_size`
            : 'set max_batch_size, or remove the preferred size'),
      };
    }
  }
}

/** The queue policies of the priority levels, each with its field path for findings. */
function queuePolicies({ dynamic_batching: batching }: ModelConfigDocument) {
  return [...(batching?.priority_queue_policy ?? [])].map(([level, policy]) => ({
    level: BigInt(level),
    policy,
    field: `${FIELD}.priority_queue_policy[${level}]`,
  }));
}

const DELAY_MESSAGE =
  'timeout_action DELAY with a timeout lets requests overtake each other, which preserve_ordering forbids; ' +
  'use REJECT, or drop preserve_ordering';

export const dynamicBatchingRules: ConfigRule[] = [
  {
    id: 'batch.nonneg',
    *check({ max_batch_size: size }) {
      if (size < 0) {
        yield { field: 'max_batch_size', message: `max_batch_size ${size} must be 0 (no batching) or more` };
      }
    },
  },
  {
    id: 'dyn.preferred-positive',
    *check({ dynamic_batching: batching }) {
      yield* checkSizesArePositive(batching?.preferred_batch_size ?? [], `${FIELD}.preferred_batch_size`);
    },
  },
  {
    id: 'dyn.preferred-max',
    *check({ dynamic_batching: batching, max_batch_size: maximum }) {
      yield* checkSizesWithinMaximum(batching?.preferred_batch_size ?? [], maximum, `${FIELD}.preferred_batch_size`);
    },
  },
  {
    id: 'dyn.preferred-duplicate',
    severity: Severity.WARNING,
    *check({ dynamic_batching: batching }) {
      const sizes = batching?.preferred_batch_size ?? [];
      for (const index of duplicateIndices(sizes)) {
        yield {
          field: `${FIELD}.preferred_batch_size[${index}]`,
          message: `preferred batch size ${sizes[index]} is listed more than once, which has no effect; list each size once`,
        };
      }
    },
  },
  {
    id: 'dyn.max0',
    severity: Severity.WARNING,
    *check({ dynamic_batching: batching, max_batch_size: maximum }) {
      if (batching && maximum === 0) {
        yield {
          field: FIELD,
          message: 'dynamic_batching has no effect with max_batch_size 0; set max_batch_size, or leave it out',
        };
      }
    },
  },
  {
    id: 'dyn.default-priority',
    *check({ dynamic_batching: batching }) {
      const { priority_levels: levels = 0n, default_priority_level: level = 0n } = batching ?? {};
      if (levels !== 0n && (level === 0n || level > levels)) {
        yield {
          field: `${FIELD}.default_priority_level`,
          message: `default_priority_level ${level} must be 1 to ${levels} (priority_levels)`,
        };
      }
    },
  },
  {
    id: 'dyn.policy-level',
    *check(config) {
      const levels = config.dynamic_batching?.priority_levels ?? 0n;
      for (const { level, field } of queuePolicies(config)) {
        if (levels !== 0n && (level === 0n || level > levels)) {
          yield {
            field,
            message: `got a queue policy for level ${level}, but levels are 1 to ${levels} (priority_levels)`,
          };
        }
      }
    },
  },
  {
    id: 'dyn.policy-without-levels',
    severity: Severity.WARNING,
    *check({ dynamic_batching: batching }) {
      if (!batching || batching.priority_levels !== 0n) {
        return;
      }
      if (batching.priority_queue_policy.size > 0 || batching.default_priority_level !== 0n) {
        yield {
          field: `${FIELD}.priority_levels`,
          message: 'without priority_levels, priority settings have no effect; set priority_levels, or leave them out',
        };
      }
    },
  },
  {
    id: 'dyn.order-levels',
    *check({ dynamic_batching: batching }) {
      if (batching?.preserve_ordering && batching.priority_levels > 1n) {
        yield {
          field: `${FIELD}.preserve_ordering`,
          message:
            `preserve_ordering allows one priority level, got priority_levels ${batching.priority_levels}; ` +
            'remove one of the two',
        };
      }
    },
  },
  {
    id: 'dyn.order-delay-default',
    *check({ dynamic_batching: batching }) {
      const policy = batching?.default_queue_policy;
      const delaysRequests = policy?.timeout_action === 'DELAY' && policy.default_timeout_microseconds !== 0n;
      if (batching?.preserve_ordering && delaysRequests) {
        yield { field: `${FIELD}.default_queue_policy.timeout_action`, message: DELAY_MESSAGE };
      }
    },
  },
  {
    id: 'dyn.order-delay-level',
    *check(config) {
      for (const { policy, field } of queuePolicies(config)) {
        const delaysRequests = policy.timeout_action === 'DELAY' && policy.default_timeout_microseconds !== 0n;
        if (config.dynamic_batching?.preserve_ordering && delaysRequests) {
          yield { field: `${field}.timeout_action`, message: DELAY_MESSAGE };
        }
      }
    },
  },
];
