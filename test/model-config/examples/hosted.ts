import { InstanceType } from '../../../lib/platform';
import { Example } from './example';

const options = { instanceType: InstanceType.G4DN_12XLARGE }; // 4 GPUs of compute capability 7.5
const parameter = (key: string, value: string) => `parameters { key: "${key}" value { string_value: "${value}" } }`;
const input = (content: string) => `input { name: "X__0" ${content} }`;
const group = (content: string) => `instance_group { ${content} }`;

type Case = Omit<Example, 'base' | 'options'> & Partial<Pick<Example, 'base' | 'options'>>;
const withBase = (base: string, cases: Case[]): Example[] => cases.map((example) => ({ base, options, ...example }));

export const aotiExamples: Example[] = withBase('backend: "pytorch" platform: "torch_aoti"', [
  { rule: 'pt.aoti', broken: 'sequence_batching { }', fixed: '', field: 'sequence_batching' },
]);

const GRAPH = 'batch_size: 4 input { key: "X" value { dim: 4 } }';
const graphSpec = (content: string) => `optimization { cuda { graphs: true graph_spec { ${content} } } }`;
const MULTI_DEVICE = `${parameter('enable_multi_device', 'true')} ${group('kind: KIND_MODEL')}`;

export const tensorRtExamples: Example[] = withBase('platform: "tensorrt_plan" max_batch_size: 8', [
  {
    rule: 'trt.multi',
    broken: `${MULTI_DEVICE} ${parameter('multi_device_gpus', '3,4')}`,
    fixed: `${MULTI_DEVICE} ${parameter('multi_device_gpus', '2,3')}`,
    field: 'parameters[multi_device_gpus]',
  },
  ...[
    ['24.04', 'TYPE_INT64', 'TYPE_INT32'],
    ['24.05', 'TYPE_BF16', 'TYPE_INT64'],
    ['22.09', 'TYPE_UINT8', 'TYPE_INT8'],
  ].map(([tritonRelease, newer, supported]) => ({
    rule: 'trt.dtype',
    broken: input(`data_type: ${newer} dims: 4`),
    fixed: input(`data_type: ${supported} dims: 4`),
    field: 'input[0].data_type',
    options: { ...options, tritonRelease },
  })),
  {
    rule: 'trt.graph-lower',
    broken: graphSpec(`${GRAPH} graph_lower_bound { batch_size: 1 input { key: "X" value { dim: 5 } } }`),
    fixed: graphSpec(`${GRAPH} graph_lower_bound { batch_size: 1 input { key: "X" value { dim: 4 } } }`),
    field: 'optimization.cuda.graph_spec[0].graph_lower_bound.input[X]',
  },
  {
    rule: 'trt.graph-lower',
    broken: graphSpec(`${GRAPH} graph_lower_bound { batch_size: 1 }`),
    fixed: graphSpec(GRAPH),
    field: 'optimization.cuda.graph_spec[0].graph_lower_bound.input',
  },
  {
    rule: 'ig.secondary',
    broken: group('secondary_devices [ { device_id: 0 }, { device_id: 1 } ]'),
    fixed: group('secondary_devices [ { device_id: 0 } ]'),
    field: 'instance_group[0].secondary_devices',
  },
  {
    rule: 'trt.cpuimage',
    broken: 'name: "m"',
    fixed: 'backend: "python"',
    field: 'backend',
    options: { instanceType: InstanceType.P2_XLARGE },
  },
]);

const accelerator = (content: string) =>
  `optimization { execution_accelerators { gpu_execution_accelerator { ${content} } } }`;
const ACCELERATOR = 'optimization.execution_accelerators.gpu_execution_accelerator[0]';
const TENSORRT = 'name: "tensorrt" parameters';

export const onnxExamples: Example[] = withBase('backend: "onnxruntime"', [
  {
    rule: 'onnx.accel',
    broken: 'optimization { execution_accelerators { cpu_execution_accelerator { name: "mkl" } } }',
    fixed: 'optimization { execution_accelerators { cpu_execution_accelerator { name: "openvino" } } }',
    field: 'optimization.execution_accelerators.cpu_execution_accelerator[0].name',
  },
  {
    rule: 'onnx.accel',
    broken: accelerator('name: "cuda"'),
    fixed: '',
    field: `${ACCELERATOR}.name`,
    options: { ...options, tritonRelease: '24.05' },
  },
  {
    rule: 'onnx.accel-param',
    broken: accelerator(`${TENSORRT} { key: "trt_build_heuristics_enable" value: "1" }`),
    fixed: accelerator(`${TENSORRT} { key: "trt_engine_cache_enable" value: "1" }`),
    field: `${ACCELERATOR}.parameters[trt_build_heuristics_enable]`,
    options: { ...options, tritonRelease: '24.01' },
  },
  {
    rule: 'onnx.strong-typing',
    broken: accelerator(`${TENSORRT} { key: "precision_mode" value: "FP16" }`),
    fixed: accelerator(`${TENSORRT} { key: "precision_mode" value: "FP32" }`),
    field: `${ACCELERATOR}.parameters[precision_mode]`,
    warning: true,
    options: { ...options, tritonRelease: '26.07' },
  },
  ...[
    ['trt_engine_cache_enable', 'yes', 'True'],
    ['trt_build_heuristics_enable', '/tmp', '1'],
    ['trt_timing_cache_enable', 'on', 'false'], // the backend accepts 'on', ONNX Runtime does not
    ['max_workspace_size_bytes', '1GB', '1073741824'],
    ['trt_builder_optimization_level', 'high', '5'],
  ].map(([name, invalid, valid]) => ({
    rule: 'onnx.accel-value',
    broken: accelerator(`${TENSORRT} { key: "${name}" value: "${invalid}" }`),
    fixed: accelerator(`${TENSORRT} { key: "${name}" value: "${valid}" }`),
    field: `${ACCELERATOR}.parameters[${name}]`,
  })),
  ...[
    ['trt_engine_cache_enable', 'yes', 'on'],
    ['max_workspace_size_bytes', 'many', '1GB'], // older backends ignore what follows the number
    ['int8_use_native_calibration_table', 'yes', '1'],
  ].map(([name, invalid, valid]) => ({
    rule: 'onnx.accel-value',
    broken: accelerator(`${TENSORRT} { key: "${name}" value: "${invalid}" }`),
    fixed: accelerator(`${TENSORRT} { key: "${name}" value: "${valid}" }`),
    field: `${ACCELERATOR}.parameters[${name}]`,
    options: { ...options, tritonRelease: '24.01' },
  })),
  ...[
    ['use_ep_level_unified_stream', 'no', 'true'],
    ['cudnn_conv_use_max_workspace', 'yes', '0'],
    ['gpu_mem_limit', '4GB', '4294967200'],
    ['cudnn_conv_algo_search', '2', 'DEFAULT'], // the number is for the deprecated parameter of the model
    ['arena_extend_strategy', '1', 'kSameAsRequested'],
  ].map(([name, invalid, valid]) => ({
    rule: 'onnx.accel-value',
    broken: accelerator(`name: "cuda" parameters { key: "${name}" value: "${invalid}" }`),
    fixed: accelerator(`name: "cuda" parameters { key: "${name}" value: "${valid}" }`),
    field: `${ACCELERATOR}.parameters[${name}]`,
  })),
  ...['name: "openvino"', `${TENSORRT} { key: "trt_engine_cache_enable" value: "yes" }`].map((content) => ({
    rule: content.includes('openvino') ? 'onnx.accel' : 'onnx.accel-value',
    broken: accelerator(content),
    fixed: `${accelerator(content)} ${group('kind: KIND_CPU')}`, // the backend does not read it
    field: content.includes('openvino') ? `${ACCELERATOR}.name` : `${ACCELERATOR}.parameters[trt_engine_cache_enable]`,
  })),
]);

const REGRESSION = `backend: "fil" ${parameter('output_class', 'false')}`;

export const otherBackendExamples: Example[] = withBase('', [
  {
    rule: 'pt.aoti',
    broken: 'backend: "pytorch" platform: "torch_aoti"',
    fixed: 'backend: "pytorch"',
    field: 'platform',
    options: { ...options, tritonRelease: '26.02' },
  },
  {
    rule: 'fil.output-class',
    broken: `backend: "fil" ${parameter('is_classifier', 'false')}`,
    fixed: `backend: "fil" ${parameter('output_class', 'false')}`,
    field: 'parameters',
    options: { ...options, tritonRelease: '25.08' },
  },
  {
    rule: 'fil.output-class',
    broken: `backend: "fil" ${parameter('output_class', 'yes')}`,
    fixed: `backend: "fil" ${parameter('is_classifier', 'false')}`,
    field: 'parameters',
    options: { ...options, tritonRelease: '25.09' },
  },
  {
    rule: 'fil.type',
    base: REGRESSION,
    broken: parameter('model_type', 'xgboost_ubj'),
    fixed: parameter('model_type', 'xgboost_json'),
    field: 'parameters[model_type]',
    options: { ...options, tritonRelease: '24.09' },
  },
  {
    rule: 'fil.name',
    base: `${REGRESSION} input { name: "input__0" data_type: TYPE_FP32 dims: [ 4 ] }`,
    broken: 'output { name: "scores" data_type: TYPE_FP32 dims: [ 1 ] }',
    fixed:
      'output { name: "treeshap_output" data_type: TYPE_FP32 dims: [ 5 ] } output { name: "output__0" data_type: TYPE_FP32 dims: [ 1 ] }',
    field: 'output',
  },
  {
    rule: 'fil.dtype',
    base: REGRESSION,
    broken: 'output { name: "output__0" data_type: TYPE_INT64 dims: [ 1 ] }',
    fixed: 'output { name: "output__0" data_type: TYPE_FP32 dims: [ 1 ] }',
    field: 'output[0].data_type',
    warning: true,
  },
  {
    rule: 'fil.threshold',
    base: `backend: "fil" ${parameter('output_class', 'true')}`,
    broken: parameter('threshold', '0,5'),
    fixed: parameter('threshold', '5e-1'),
    field: 'parameters[threshold]',
    warning: true,
  },
]);
