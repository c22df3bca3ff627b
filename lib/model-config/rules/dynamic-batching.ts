import { Severity } from '../../findings/finding';
import { ModelConfigDocument } from '../schema/schema';
import { ConfigContext, ConfigRule, configRules, partRules } from './context';
import { duplicateIndices } from './duplicates';

const FIELD = 'dynamic_batching';
const DELAY_FIELD = `${FIELD}.max_queue_delay_microseconds`;

/** Creates the rules about the preferred batch sizes of a batcher: each at least 1, and at most `max_batch_size`. */
export function preferredSizeRules(
  [positiveId, maximumId]: readonly [string, string],
  field: string,
  sizesOf: (config: ModelConfigDocument) => readonly number[] | undefined,
): ConfigRule[] {
  return partRules(
    (config) => (sizesOf(config) ?? []).map((size, index) => ({ size, field: `${field}[${index}]` })),
    [
      {
        id: positiveId,
        when: ({ size }) => size <= 0,
        message: ({ size }) => `preferred batch size ${size} must be at least 1`,
      },
      {
        id: maximumId,
        when: ({ size }, _, { max_batch_size: maximum }) => size > 0 && size > maximum,
        message: ({ size }, _, { max_batch_size: maximum }) =>
          `preferred batch size ${size} is above max_batch_size ${maximum}; ` +
          (maximum > 0
            ? `use sizes from 1 to ${maximum}, or raise max_batch_size`
            : 'set max_batch_size, or remove the preferred size'),
      },
    ],
  );
}

/** The queue policies of the priority levels. */
function queuePolicies({ dynamic_batching: batching }: ModelConfigDocument) {
  return [...(batching?.priority_queue_policy ?? [])].map(([level, policy]) => ({
    level: BigInt(level),
    policy,
    field: `${FIELD}.priority_queue_policy[${level}]`,
  }));
}

/** Whether a batcher has settings that also apply to requests that are executed alone: the order and the limits of its queue. */
function hasQueueSettings({ dynamic_batching: batching }: ModelConfigDocument): boolean {
  if (!batching) return false;
  const { default_queue_policy: policy, priority_queue_policy: policies } = batching;
  return batching.preserve_ordering || batching.priority_levels > 0n || policy !== undefined || policies.size > 0;
}

/** Backends that set a maximum batch size if config.pbtxt has none and does not list the tensors. */
const BATCH_SETTING_BACKENDS = ['onnxruntime', 'tensorrt', 'tensorflow', 'openvino'];

function executesRequestsAlone(config: ModelConfigDocument, { backend }: ConfigContext): boolean {
  const areTensorsListed = config.input.length > 0 && config.output.length > 0;
  return config.max_batch_size === 0 && (areTensorsListed || !BATCH_SETTING_BACKENDS.includes(backend));
}

function delaysRequests(policy?: { timeout_action: string; default_timeout_microseconds: bigint }): boolean {
  return policy?.timeout_action === 'DELAY' && policy.default_timeout_microseconds !== 0n;
}

const DELAY_MESSAGE =
  'timeout_action DELAY with a timeout lets requests overtake each other, which preserve_ordering forbids; ' +
  'use REJECT, or drop preserve_ordering';

export const dynamicBatchingRules: ConfigRule[] = [
  ...configRules([
    {
      id: 'batch.nonneg',
      when: ({ max_batch_size: size }) => size < 0,
      at: 'max_batch_size',
      message: ({ max_batch_size: size }) => `max_batch_size ${size} must be 0 (no batching) or more`,
    },
  ]),
  ...preferredSizeRules(
    ['dyn.preferred-positive', 'dyn.preferred-max'],
    `${FIELD}.preferred_batch_size`,
    (config) => config.dynamic_batching?.preferred_batch_size,
  ),
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
  ...configRules([
    {
      id: 'dyn.max0',
      severity: Severity.WARNING,
      when: (config, context) =>
        executesRequestsAlone(config, context) &&
        (hasQueueSettings(config)
          ? config.dynamic_batching?.max_queue_delay_microseconds !== 0n
          : config.dynamic_batching !== undefined),
      at: (config) => (hasQueueSettings(config) ? DELAY_FIELD : FIELD),
      message: (config) =>
        hasQueueSettings(config)
          ? 'max_queue_delay_microseconds has no effect with max_batch_size 0, unlike the other settings of the queue; ' +
            'set max_batch_size, or leave the delay out'
          : 'dynamic_batching has no effect with max_batch_size 0; set max_batch_size, or leave it out',
    },
    {
      id: 'dyn.default-priority',
      when: ({ dynamic_batching: { priority_levels: levels = 0n, default_priority_level: level = 0n } = {} }) =>
        levels !== 0n && (level === 0n || level > levels),
      at: `${FIELD}.default_priority_level`,
      message: ({ dynamic_batching: batching }) =>
        `default_priority_level ${batching?.default_priority_level} must be 1 to ${batching?.priority_levels} (priority_levels)`,
    },
  ]),
  ...partRules(queuePolicies, [
    {
      id: 'dyn.policy-level',
      when: ({ level }, _, { dynamic_batching: { priority_levels: levels = 0n } = {} }) =>
        levels !== 0n && (level === 0n || level > levels),
      message: ({ level }, _, { dynamic_batching: batching }) =>
        `got a queue policy for level ${level}, but levels are 1 to ${batching?.priority_levels} (priority_levels)`,
    },
  ]),
  ...configRules([
    {
      id: 'dyn.policy-without-levels',
      severity: Severity.WARNING,
      when: ({ dynamic_batching: batching }) =>
        batching?.priority_levels === 0n &&
        (batching.priority_queue_policy.size > 0 || batching.default_priority_level !== 0n),
      at: `${FIELD}.priority_levels`,
      message: 'without priority_levels, priority settings have no effect; set priority_levels, or leave them out',
    },
    {
      id: 'dyn.order-levels',
      when: ({ dynamic_batching: batching }) => batching?.preserve_ordering && batching.priority_levels > 1n,
      at: `${FIELD}.preserve_ordering`,
      message: ({ dynamic_batching: batching }) =>
        `preserve_ordering allows one priority level, got priority_levels ${batching?.priority_levels}; remove one of the two`,
    },
    {
      id: 'dyn.order-delay-default',
      when: ({ dynamic_batching: batching }) =>
        batching?.preserve_ordering && delaysRequests(batching.default_queue_policy),
      at: `${FIELD}.default_queue_policy.timeout_action`,
      message: DELAY_MESSAGE,
    },
  ]),
  ...partRules(queuePolicies, [
    {
      id: 'dyn.order-delay-level',
      when: ({ policy }, _, config) => config.dynamic_batching?.preserve_ordering && delaysRequests(policy),
      at: '.timeout_action',
      message: DELAY_MESSAGE,
    },
  ]),
];
