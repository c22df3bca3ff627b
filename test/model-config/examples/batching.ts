import { Example, PYTHON } from './example';

const PRIORITIES = 'priority_levels: 2 default_priority_level: 1';
const DELAY = '{ timeout_action: DELAY default_timeout_microseconds: 1 }';
const REJECT = '{ timeout_action: REJECT default_timeout_microseconds: 1 }';

const control = (...controls: string[]) =>
  `sequence_batching { ${controls.map((control, index) => `control_input { name: "C${index}" control { ${control} } }`).join(' ')} }`;
const START = 'kind: CONTROL_SEQUENCE_START';
const CORRELATION_ID = 'kind: CONTROL_SEQUENCE_CORRID';

const state = (initial: string, dims = '4') =>
  `sequence_batching { state { input_name: "I" output_name: "O" data_type: TYPE_FP32 dims: [ ${dims} ] ${initial} } }`;
const initial = (content: string) => `initial_state { ${content} }`;
const VALID_STATE = state(initial('name: "i" data_type: TYPE_FP32 dims: 4 zero_data: true'));
const states = (...names: [input: string, output: string][]) =>
  `sequence_batching { ${names.map(([input, output]) => `state { input_name: "${input}" output_name: "${output}" data_type: TYPE_FP32 dims: [ 4 ] }`).join(' ')} }`;
const growable = (extra: string) =>
  `sequence_batching { state { input_name: "I" output_name: "O" use_growable_memory: true ${extra} } }`;

export const dynamicBatchingExamples: Example[] = [
  {
    rule: 'batch.nonneg',
    base: 'backend: "python"',
    broken: 'max_batch_size: -1',
    fixed: 'max_batch_size: 0',
    field: 'max_batch_size',
  },
  {
    rule: 'dyn.preferred-positive',
    broken: 'dynamic_batching { preferred_batch_size: [ 4, 0 ] }',
    fixed: 'dynamic_batching { preferred_batch_size: [ 4, 1 ] }',
    field: 'dynamic_batching.preferred_batch_size[1]',
  },
  {
    rule: 'dyn.preferred-max',
    broken: 'dynamic_batching { preferred_batch_size: [ 32 ] }',
    fixed: 'dynamic_batching { preferred_batch_size: [ 8, 4 ] }',
    field: 'dynamic_batching.preferred_batch_size[0]',
  },
  {
    rule: 'dyn.preferred-duplicate',
    broken: 'dynamic_batching { preferred_batch_size: [ 4, 4 ] }',
    fixed: 'dynamic_batching { preferred_batch_size: [ 4, 8 ] }',
    field: 'dynamic_batching.preferred_batch_size[1]',
    warning: true,
  },
  {
    rule: 'dyn.max0',
    base: 'backend: "python" dynamic_batching { }',
    broken: 'max_batch_size: 0',
    fixed: 'max_batch_size: 1',
    field: 'dynamic_batching',
    warning: true,
  },
  ...[
    'default_queue_policy { timeout_action: REJECT default_timeout_microseconds: 1000000 max_queue_size: 2 }',
    'priority_levels: 2 default_priority_level: 2',
    'preserve_ordering: true',
  ].map((settings) => ({
    rule: 'dyn.max0',
    base: 'backend: "python"',
    broken: `dynamic_batching { ${settings} max_queue_delay_microseconds: 100 }`,
    fixed: `dynamic_batching { ${settings} }`,
    field: 'dynamic_batching.max_queue_delay_microseconds',
    warning: true,
  })),
  {
    rule: 'dyn.default-priority',
    broken: 'dynamic_batching { priority_levels: 2 }',
    fixed: `dynamic_batching { ${PRIORITIES} }`,
    field: 'dynamic_batching.default_priority_level',
  },
  {
    rule: 'dyn.policy-level',
    broken: `dynamic_batching { ${PRIORITIES} priority_queue_policy { key: 3 value { } } }`,
    fixed: `dynamic_batching { ${PRIORITIES} priority_queue_policy { key: 2 value { } } }`,
    field: 'dynamic_batching.priority_queue_policy[3]',
  },
  {
    rule: 'dyn.policy-without-levels',
    broken: 'dynamic_batching { priority_queue_policy { key: 1 value { } } }',
    fixed: `dynamic_batching { ${PRIORITIES} priority_queue_policy { key: 1 value { } } }`,
    field: 'dynamic_batching.priority_levels',
    warning: true,
  },
  {
    rule: 'dyn.order-levels',
    broken: `dynamic_batching { preserve_ordering: true ${PRIORITIES} }`,
    fixed: 'dynamic_batching { preserve_ordering: true priority_levels: 1 default_priority_level: 1 }',
    field: 'dynamic_batching.preserve_ordering',
  },
  {
    rule: 'dyn.order-delay-default',
    broken: `dynamic_batching { preserve_ordering: true default_queue_policy ${DELAY} }`,
    fixed: `dynamic_batching { preserve_ordering: true default_queue_policy ${REJECT} }`,
    field: 'dynamic_batching.default_queue_policy.timeout_action',
  },
  {
    rule: 'dyn.order-delay-level',
    broken: `dynamic_batching { preserve_ordering: true priority_queue_policy { key: 1 value ${DELAY} } }`,
    fixed: `dynamic_batching { preserve_ordering: true priority_queue_policy { key: 1 value ${REJECT} } }`,
    field: 'dynamic_batching.priority_queue_policy[1].timeout_action',
  },
];

export const sequenceBatchingExamples: Example[] = [
  {
    rule: 'seq.cache',
    base: `${PYTHON} sequence_batching { }`,
    broken: 'response_cache { enable: true }',
    fixed: 'response_cache { enable: false }',
    field: 'response_cache.enable',
  },
  {
    rule: 'seq.control-name',
    broken: 'sequence_batching { control_input { } }',
    fixed: 'sequence_batching { control_input { name: "START" } }',
    field: 'sequence_batching.control_input[0].name',
  },
  {
    rule: 'seq.control-name-dup',
    broken: 'sequence_batching { control_input { name: "A" } control_input { name: "A" } }',
    fixed: 'sequence_batching { control_input { name: "A" } control_input { name: "B" } }',
    field: 'sequence_batching.control_input[1].name',
  },
  {
    rule: 'seq.control-kind-dup',
    broken: control(`${START} int32_false_true: [ 0, 1 ]`, `${START} int32_false_true: [ 0, 1 ]`),
    fixed: control(`${START} int32_false_true: [ 0, 1 ]`, 'kind: CONTROL_SEQUENCE_END int32_false_true: [ 0, 1 ]'),
    field: 'sequence_batching.control_input[1].control[0].kind',
  },
  {
    rule: 'seq.bool-none',
    broken: control(START),
    fixed: control(`${START} bool_false_true: [ false, true ]`),
    field: 'sequence_batching.control_input[0].control[0]',
  },
  {
    rule: 'seq.bool-many',
    broken: control(`${START} int32_false_true: [ 0, 1 ] fp32_false_true: [ 0, 1 ]`),
    fixed: control(`${START} fp32_false_true: [ 0, 1 ]`),
    field: 'sequence_batching.control_input[0].control[0]',
  },
  {
    rule: 'seq.bool-two',
    broken: control(`${START} int32_false_true: [ 1 ]`),
    fixed: control(`${START} int32_false_true: [ 0, 1 ]`),
    field: 'sequence_batching.control_input[0].control[0].int32_false_true',
  },
  {
    rule: 'seq.corrid-no-bool',
    broken: control(`${CORRELATION_ID} data_type: TYPE_INT32 int32_false_true: [ 0, 1 ]`),
    fixed: control(`${CORRELATION_ID} data_type: TYPE_INT32`),
    field: 'sequence_batching.control_input[0].control[0]',
  },
  {
    rule: 'seq.corrid-type',
    broken: control(`${CORRELATION_ID} data_type: TYPE_FP32`),
    fixed: control(`${CORRELATION_ID} data_type: TYPE_STRING`),
    field: 'sequence_batching.control_input[0].control[0].data_type',
  },
  {
    rule: 'seq.oldest-positive',
    broken: 'sequence_batching { oldest { preferred_batch_size: -1 } }',
    fixed: 'sequence_batching { oldest { preferred_batch_size: 1 } }',
    field: 'sequence_batching.oldest.preferred_batch_size[0]',
  },
  {
    rule: 'seq.oldest-max',
    broken: 'sequence_batching { oldest { preferred_batch_size: 9 } }',
    fixed: 'sequence_batching { oldest { preferred_batch_size: 8 } }',
    field: 'sequence_batching.oldest.preferred_batch_size[0]',
  },
  {
    rule: 'seq.direct-util',
    broken: 'sequence_batching { direct { minimum_slot_utilization: 1.1 } }',
    fixed: 'sequence_batching { direct { minimum_slot_utilization: 1 } }',
    field: 'sequence_batching.direct.minimum_slot_utilization',
  },
  ...['python', 'openvino', 'fil'].map((backend) => ({
    rule: 'seq.state-backend',
    base: `max_batch_size: 8 ${VALID_STATE}`,
    broken: `backend: "${backend}"`,
    fixed: 'backend: "onnxruntime"',
    field: 'sequence_batching.state',
    warning: true,
  })),
  {
    rule: 'seq.state-order',
    base: 'backend: "onnxruntime"',
    broken: states(['cache', 'cache_next'], ['cache_len', 'cache_len_next']),
    fixed: states(['cache', 'next_cache'], ['cache_len', 'next_cache_len']),
    field: 'sequence_batching.state[0].output_name',
    warning: true,
  },
  {
    rule: 'seq.state-order',
    base: 'backend: "onnxruntime"',
    broken: states(['a', 'z'], ['b', 'y']),
    fixed: states(['a', 'z'], ['b', 'y']).replaceAll('dims', 'use_same_buffer_for_input_output: true dims'),
    field: 'sequence_batching.state[0].output_name',
    warning: true,
  },
  {
    rule: 'seq.state-initial-count',
    broken: state(`${initial('name: "i"')} ${initial('name: "j"')}`),
    fixed: VALID_STATE,
    field: 'sequence_batching.state[0].initial_state',
  },
  {
    rule: 'seq.state-initial-dtype',
    broken: state(initial('name: "i" data_type: TYPE_INT32 dims: 4 zero_data: true')),
    fixed: VALID_STATE,
    field: 'sequence_batching.state[0].initial_state[0].data_type',
  },
  {
    rule: 'seq.state-initial-name',
    broken: state(initial('data_type: TYPE_FP32 dims: 4 zero_data: true')),
    fixed: VALID_STATE,
    field: 'sequence_batching.state[0].initial_state[0].name',
  },
  {
    rule: 'seq.state-initial-rank',
    broken: state(initial('name: "i" data_type: TYPE_FP32 dims: [ 4, 1 ] zero_data: true')),
    fixed: VALID_STATE,
    field: 'sequence_batching.state[0].initial_state[0].dims',
  },
  {
    rule: 'seq.state-initial-wild',
    broken: state(initial('name: "i" data_type: TYPE_FP32 dims: -1 zero_data: true'), '-1'),
    fixed: VALID_STATE,
    field: 'sequence_batching.state[0].initial_state[0].dims',
  },
  {
    rule: 'seq.state-initial-dim',
    broken: state(initial('name: "i" data_type: TYPE_FP32 dims: 5 zero_data: true')),
    fixed: VALID_STATE,
    field: 'sequence_batching.state[0].initial_state[0].dims[0]',
  },
  {
    rule: 'seq.state-initial-none',
    broken: state(initial('name: "i" data_type: TYPE_FP32 dims: 4')),
    fixed: state(initial('name: "i" data_type: TYPE_FP32 dims: 4 data_file: "f"')),
    field: 'sequence_batching.state[0].initial_state[0]',
  },
  {
    rule: 'seq.state-dup',
    broken: `sequence_batching { ${'state { input_name: "I" initial_state { name: "i" zero_data: true } } '.repeat(2)} }`,
    fixed: 'sequence_batching { state { input_name: "I" } state { input_name: "J" } }',
    field: 'sequence_batching.state[1].input_name',
  },
  {
    rule: 'seq.state-dup',
    broken: 'sequence_batching { state { input_name: "I" } state { input_name: "I" } }',
    fixed: 'sequence_batching { state { input_name: "I" } state { input_name: "J" } }',
    field: 'sequence_batching.state[1].input_name',
    warning: true,
  },
  {
    rule: 'seq.growable-same',
    broken: growable(''),
    fixed: growable('use_same_buffer_for_input_output: true'),
    field: 'sequence_batching.state[0].use_growable_memory',
    warning: true,
  },
  {
    rule: 'seq.growable-gpu',
    base: `${PYTHON} ${growable('use_same_buffer_for_input_output: true')}`,
    broken: 'instance_group { kind: KIND_CPU }',
    fixed: 'instance_group { kind: KIND_GPU }',
    field: 'sequence_batching.state[0].use_growable_memory',
    warning: true,
  },
];
