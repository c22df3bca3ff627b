import { Example } from './example';

const START = 'kind: CONTROL_SEQUENCE_START int32_false_true: [ 0, 1 ]';
const control = (...controls: string[]) =>
  `sequence_batching { ${controls.map((content, index) => `control_input { name: "C${index}" control { ${content} } }`).join(' ')} }`;
const VALID_STATE =
  'sequence_batching { state { input_name: "I" output_name: "O" data_type: TYPE_FP32 dims: 4 initial_state { name: "i" data_type: TYPE_FP32 dims: 4 zero_data: true } } }';
const states = (...names: [input: string, output: string][]) =>
  `sequence_batching { ${names.map(([input, output]) => `state { input_name: "${input}" output_name: "${output}" data_type: TYPE_FP32 dims: [ 4 ] }`).join(' ')} }`;
export const dynamicBatchingExamples: Example[] = [
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
];

export const sequenceBatchingExamples: Example[] = [
  ...['python', 'openvino', 'fil'].map((backend) => ({
    rule: 'seq.state-backend',
    base: `max_batch_size: 8 ${VALID_STATE}`,
    broken: `backend: "${backend}"`,
    fixed: 'backend: "onnxruntime"',
    field: 'sequence_batching.state',
    warning: true,
  })),
  {
    rule: 'seq.control-name-dup',
    broken: 'sequence_batching { control_input { name: "A" } control_input { name: "A" } }',
    fixed: 'sequence_batching { control_input { name: "A" } control_input { name: "B" } }',
    field: 'sequence_batching.control_input[1].name',
  },
  {
    rule: 'seq.control-kind-dup',
    broken: control(START, START),
    fixed: control(START, 'kind: CONTROL_SEQUENCE_END int32_false_true: [ 0, 1 ]'),
    field: 'sequence_batching.control_input[1].control[0].kind',
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
    rule: 'seq.state-dup',
    broken: `sequence_batching { ${'state { input_name: "I" initial_state { name: "i" zero_data: true } } '.repeat(2)} }`,
    fixed: 'sequence_batching { state { input_name: "I" } state { input_name: "J" } }',
    field: 'sequence_batching.state[1].input_name',
  },
];
