import { InstanceType } from '../../../lib/platform';
import { Example, IO, PYTHON } from './example';

const TWO_GPUS = { gpuCount: 2 };
const group = (content: string) => `instance_group { ${content} }`;
const warmup = (inputs: string, batchSize = 1) => `model_warmup { name: "w" batch_size: ${batchSize} ${inputs} }`;
const sample = (content: string, name = 'X') => `inputs { key: "${name}" value { ${content} } }`;
const VALID_SAMPLE = sample('data_type: TYPE_FP32 dims: 4 zero_data: true');

export const instanceGroupExamples: Example[] = [
  {
    rule: 'ig.cpu-gpus',
    broken: group('kind: KIND_CPU gpus: 0'),
    fixed: group('kind: KIND_GPU gpus: 0'),
    field: 'instance_group[0].gpus', // without an instance type, the GPUs are unknown
  },
  ...[{ instanceType: InstanceType.G5_XLARGE }, undefined].map((options) => ({
    rule: 'ig.model-gpus',
    broken: group('kind: KIND_MODEL gpus: 0'),
    fixed: group('kind: KIND_MODEL'),
    field: 'instance_group[0].gpus',
    options,
  })),
  {
    rule: 'ig.gpu-id',
    broken: group('kind: KIND_GPU gpus: -1'),
    fixed: group('kind: KIND_GPU gpus: 7'),
    field: 'instance_group[0].gpus[0]',
  },
  {
    rule: 'ig.auto-gpus',
    broken: group('gpus: -1'),
    fixed: group('gpus: 7'),
    field: 'instance_group[0].gpus',
  },
  {
    rule: 'ig.gpu-none',
    broken: group('kind: KIND_GPU'),
    fixed: group('kind: KIND_CPU'),
    field: 'instance_group[0].kind',
    options: { instanceType: InstanceType.P2_XLARGE }, // the GPU is too old
  },
  ...[
    ['onnxruntime', 'intra_op_thread_count', '3', '2'], // for each of 2 instances
    ['pytorch', 'INTRA_OP_THREAD_COUNT', '5', '4'],
    ['openvino', 'INFERENCE_NUM_THREADS', '5', '4'],
  ].map(([backend, parameter, broken, fixed]): Example => ({
    rule: 'ig.cpu-threads',
    base: `name: "m" backend: "${backend}" max_batch_size: 8 parameters { key: "${parameter}" value `,
    broken: `{ string_value: "${broken}" } }`,
    fixed: `{ string_value: "${fixed}" } }`,
    field: `parameters[${parameter}]`,
    warning: true,
    options: { instanceType: InstanceType.of('ml.c6i.xlarge') },
  })),
  {
    rule: 'ig.gpu-id',
    broken: group('kind: KIND_GPU gpus: [ 0, 2 ]'),
    fixed: group('kind: KIND_GPU gpus: [ 0, 1 ]'),
    field: 'instance_group[0].gpus[1]',
    options: TWO_GPUS,
  },
  {
    rule: 'ig.auto-gpus',
    broken: group('gpus: [ 0 ]'),
    fixed: group('count: 1'),
    field: 'instance_group[0].gpus',
    options: { gpuCount: 0 },
  },
  {
    rule: 'ig.profile-trt',
    base: 'backend: "tensorflow"', // the version folder determines the platform
    broken: group('profile: "0"'),
    fixed: group('count: 1'),
    field: 'instance_group[0].profile',
    options: TWO_GPUS,
  },
  ...['', '-1', '2147483648'].map((profile) => ({
    rule: 'ig.profile-int',
    base: 'platform: "tensorrt_plan"',
    broken: group(`profile: "${profile}"`),
    fixed: group('profile: [ " 1", "+1", "01", "1.5", "1x", "2147483647" ]'),
    field: 'instance_group[0].profile[0]',
    options: TWO_GPUS,
  })),
  {
    rule: 'ig.profile-int',
    base: 'platform: "tensorrt_plan"',
    broken: group('profile: [ "0", "max" ]'),
    fixed: group('profile: [ "0", "1" ]'),
    field: 'instance_group[0].profile[1]',
    options: TWO_GPUS,
  },
];

export const warmupExamples: Example[] = [
  {
    rule: 'warm.kind',
    broken: warmup(sample('data_type: TYPE_FP32 dims: 4 input_data_file: ""')),
    fixed: warmup(sample('data_type: TYPE_FP32 dims: 4 input_data_file: "x"')),
    field: 'model_warmup[0].inputs[X]',
  },
  {
    rule: 'warm.match',
    base: `${PYTHON} ${IO}`,
    broken: warmup(''),
    fixed: `${warmup(VALID_SAMPLE)} ${warmup('', 0)}`,
    field: 'model_warmup[0].inputs',
  },
  {
    rule: 'warm.match',
    base: `${PYTHON} ${IO} input { name: "OPT" data_type: TYPE_FP32 dims: 4 optional: true }`,
    broken: warmup(sample('data_type: TYPE_FP32 dims: 4 zero_data: true', 'OPT')),
    fixed: warmup(VALID_SAMPLE),
    field: 'model_warmup[0].inputs',
    warning: true, // Triton only counts the inputs
  },
  {
    rule: 'warm.match',
    base: `${PYTHON} ${IO}`,
    broken: warmup(`${VALID_SAMPLE} ${sample('data_type: TYPE_FP32 dims: 4 zero_data: true', 'NOPE')}`),
    fixed: warmup(VALID_SAMPLE),
    field: 'model_warmup[0].inputs[NOPE]',
    warning: true,
  },
  {
    rule: 'warm.match',
    base: `${PYTHON} ${IO}`,
    broken: warmup(sample('data_type: TYPE_INT32 dims: 4 zero_data: true')),
    fixed: warmup(VALID_SAMPLE),
    field: 'model_warmup[0].inputs[X].data_type',
  },
  {
    rule: 'warm.match',
    base: `${PYTHON} ${IO} input { name: "X" data_type: TYPE_INT32 dims: 4 }`, // the server uses the first of several inputs with a name
    broken: warmup(sample('data_type: TYPE_INT32 dims: 4 zero_data: true')),
    fixed: warmup(VALID_SAMPLE),
    field: 'model_warmup[0].inputs[X].data_type',
  },
  {
    rule: 'warm.match',
    base: `${PYTHON} ${IO}`,
    broken: warmup(sample('data_type: TYPE_FP32 dims: [ 1, 4 ] zero_data: true')),
    fixed: warmup(VALID_SAMPLE),
    field: 'model_warmup[0].inputs[X].dims',
  },
  {
    rule: 'warm.match',
    base: 'platform: "tensorrt_plan" input { name: "X" data_type: TYPE_INT32 dims: 2 is_shape_tensor: true }',
    broken: `max_batch_size: 8 ${warmup(sample('data_type: TYPE_INT32 dims: 2 zero_data: true'))}`,
    fixed: warmup(sample('data_type: TYPE_INT32 dims: 2 zero_data: true')),
    field: 'model_warmup[0].inputs[X]',
  },
];
