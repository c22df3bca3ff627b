import { Example } from './example';

const TRT = 'name: "m" platform: "tensorrt_plan" max_batch_size: 8';
const input = (content: string) => `input { name: "X" data_type: TYPE_FP32 ${content} }`;
const output = (content: string) => `output { name: "Y" data_type: TYPE_FP32 ${content} }`;
const batchInput = (content: string) => `${input('dims: 4')} batch_input { ${content} }`;
const batchOutput = (content: string) => `${input('dims: 4')} ${output('dims: 4')} batch_output { ${content} }`;

export const ioExamples: Example[] = [
  {
    rule: 'io.name',
    broken: 'input { data_type: TYPE_FP32 dims: 4 }',
    fixed: input('dims: 4'),
    field: 'input[0].name',
  },
  {
    rule: 'io.unique',
    broken: `${output('dims: 1')} ${output('dims: 2')}`,
    fixed: `${output('dims: 1')} output { name: "Z" data_type: TYPE_FP32 dims: 1 }`,
    field: 'output[1].name',
    warning: true,
  },
  {
    rule: 'io.dtype',
    base: 'backend: "pytorch"',
    broken: 'input { name: "X" dims: 4 }',
    fixed: input('dims: 4'),
    field: 'input[0].data_type',
  },
  {
    rule: 'io.dtype',
    broken: 'input { name: "X" dims: 4 }',
    fixed: input('dims: 4'),
    field: 'input[0].data_type',
    warning: true, // model.py can set the data type
  },
  {
    rule: 'io.dims',
    base: `backend: "onnxruntime" ${output('dims: 4')}`,
    broken: input(''),
    fixed: input('dims: 4'),
    field: 'input[0].dims',
  },
  {
    rule: 'io.dim-value',
    broken: input('dims: [ 4, 0 ]'),
    fixed: input('dims: [ 4, -1 ]'),
    field: 'input[0].dims[1]',
  },
  {
    rule: 'io.reshape-empty',
    base: 'backend: "python"',
    broken: input('dims: 1 reshape { }'),
    fixed: input('dims: 1 reshape { shape: [ 1, 1 ] }'),
    field: 'input[0].reshape.shape',
  },
  {
    rule: 'io.reshape-value',
    broken: output('dims: 4 reshape { shape: [ 4, -2 ] }'),
    fixed: output('dims: 4 reshape { shape: [ 4, 1 ] }'),
    field: 'output[0].reshape.shape[1]',
  },
  {
    rule: 'io.reshape-size',
    broken: input('dims: 4 reshape { shape: [ 2, 3 ] }'),
    fixed: input('dims: 4 reshape { shape: [ 2, 2 ] }'),
    field: 'input[0].reshape.shape',
  },
  {
    rule: 'io.reshape-size',
    broken: input('dims: [ -1, 4 ] reshape { shape: 4 }'),
    fixed: input('dims: 1 reshape { shape: [ ] }'),
    field: 'input[0].reshape.shape',
  },
  {
    rule: 'io.reshape-wild-count',
    broken: input('dims: [ -1, 4 ] reshape { shape: [ -1, -1 ] }'),
    fixed: input('dims: [ -1, 4 ] reshape { shape: [ -1, 2, 2 ] }'),
    field: 'input[0].reshape.shape',
  },
  {
    rule: 'io.reshape-wild-size',
    broken: input('dims: [ 2, 4, -1, 6 ] reshape { shape: [ 6, -1, 8 ] }'),
    fixed: input('dims: [ 2, 4, -1, 6 ] reshape { shape: [ 8, -1, 1, 6 ] }'),
    field: 'input[0].reshape.shape',
  },
  {
    rule: 'input.format-dims',
    broken: input('dims: [ 4, 4 ] format: FORMAT_NCHW'),
    fixed: input('dims: [ 3, 4, 4 ] format: FORMAT_NCHW'),
    field: 'input[0].format',
  },
  {
    rule: 'input.shape-tensor',
    base: '',
    broken: `backend: "python" ${input('dims: 4 is_shape_tensor: true')}`,
    fixed: `platform: "tensorrt_plan" ${input('dims: 4 is_shape_tensor: true')}`,
    field: 'input[0].is_shape_tensor',
  },
  {
    rule: 'output.shape-tensor',
    base: '',
    broken: `backend: "python" ${output('dims: 4 is_shape_tensor: true')}`,
    fixed: `platform: "tensorrt_plan" ${output('dims: 4 is_shape_tensor: true')}`,
    field: 'output[0].is_shape_tensor',
  },
  {
    rule: 'io.nonlinear-trt',
    base: '',
    broken: `backend: "python" ${input('dims: [ 1, 2, 3 ] is_non_linear_format_io: true')}`,
    fixed: `platform: "tensorrt_plan" ${input('dims: [ 1, 2, 3 ] is_non_linear_format_io: true')}`,
    field: 'input[0].is_non_linear_format_io',
  },
  {
    rule: 'io.nonlinear-3',
    base: TRT,
    broken: output('dims: 4 is_non_linear_format_io: true'),
    fixed: output('dims: [ 1, 2, 3 ] is_non_linear_format_io: true'),
    field: 'output[0].dims',
  },
];

export const batchIoExamples: Example[] = [
  {
    rule: 'bio.in-kind',
    broken: batchInput('kind: 9 data_type: TYPE_INT32 source_input: "X"'),
    fixed: batchInput('kind: BATCH_ITEM_SHAPE data_type: TYPE_INT32 source_input: "X"'),
    field: 'batch_input[0].kind',
  },
  {
    rule: 'bio.in-source-count',
    broken: batchInput('data_type: TYPE_INT32'),
    fixed: batchInput('data_type: TYPE_INT32 source_input: "X"'),
    field: 'batch_input[0].source_input',
  },
  {
    rule: 'bio.in-dtype',
    broken: batchInput('data_type: TYPE_INT64 source_input: "X"'),
    fixed: batchInput('data_type: TYPE_FP32 source_input: "X"'),
    field: 'batch_input[0].data_type',
  },
  {
    rule: 'bio.in-source',
    broken: batchInput('data_type: TYPE_FP32 source_input: "Z"'),
    fixed: batchInput('data_type: TYPE_FP32 source_input: "X"'),
    field: 'batch_input[0].source_input',
  },
  {
    rule: 'bio.out-kind',
    broken: batchOutput('kind: 9 target_name: "Y" source_input: "X"'),
    fixed: batchOutput('kind: BATCH_SCATTER_WITH_INPUT_SHAPE target_name: "Y" source_input: "X"'),
    field: 'batch_output[0].kind',
  },
  {
    rule: 'bio.out-source-count',
    broken: batchOutput('target_name: "Y" source_input: [ "X", "X" ]'),
    fixed: batchOutput('target_name: "Y" source_input: "X"'),
    field: 'batch_output[0].source_input',
  },
  {
    rule: 'bio.out-source',
    broken: batchOutput('target_name: "Y" source_input: "Y"'),
    fixed: batchOutput('target_name: "Y" source_input: "X"'),
    field: 'batch_output[0].source_input',
  },
  {
    rule: 'bio.out-target',
    broken: batchOutput('target_name: "X" source_input: "X"'),
    fixed: batchOutput('target_name: "Y" source_input: "X"'),
    field: 'batch_output[0].target_name',
  },
  {
    rule: 'bio.out-target-dup',
    broken: batchOutput('target_name: [ "Y", "Y" ] source_input: "X"'),
    fixed: batchOutput('target_name: [ "Y" ] source_input: "X"'),
    field: 'batch_output[0].target_name[1]',
  },
];
