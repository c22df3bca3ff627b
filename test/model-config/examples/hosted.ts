import { InstanceType } from '../../../lib/platform';
import { Example } from './example';

const options = { instanceType: InstanceType.G4DN_12XLARGE }; // 4 GPUs of compute capability 7.5
const parameter = (key: string, value: string) => `parameters { key: "${key}" value { string_value: "${value}" } }`;
const input = (content: string, name = 'X__0') => `input { name: "${name}" ${content} }`;
const output = (content: string, name = 'Y__0') => `output { name: "${name}" ${content} }`;
const FP32 = 'data_type: TYPE_FP32 dims: 4';
const group = (content: string) => `instance_group { ${content} }`;

type Case = Omit<Example, 'base' | 'options'> & Partial<Pick<Example, 'base' | 'options'>>;
const withBase = (base: string, cases: Case[]): Example[] => cases.map((example) => ({ base, options, ...example }));

const pytorchBooleans = [
  'DISABLE_OPTIMIZED_EXECUTION',
  'INFERENCE_MODE',
  'DISABLE_CUDNN',
  'ENABLE_WEIGHT_SHARING',
  'ENABLE_CACHE_CLEANING',
  'ENABLE_TENSOR_FUSER',
  'ENABLE_JIT_PROFILING',
  'ENABLE_JIT_EXECUTOR',
];

export const pytorchExamples: Example[] = withBase('backend: "pytorch" max_batch_size: 8', [
  { rule: 'pt.inputs', broken: output(FP32), fixed: input(FP32), field: 'input' },
  { rule: 'pt.outputs', broken: input(FP32), fixed: output(FP32), field: 'output' },
  {
    rule: 'pt.dtype-in',
    broken: input('data_type: TYPE_UINT32 dims: 4'),
    fixed: input('data_type: TYPE_INT64 dims: 4'),
    field: 'input[0].data_type',
  },
  {
    rule: 'pt.dtype-out',
    broken: output('data_type: TYPE_BF16 dims: 4'),
    fixed: output('data_type: TYPE_FP16 dims: 4'),
    field: 'output[0].data_type',
  },
  {
    rule: 'pt.string-in',
    broken: input('data_type: TYPE_STRING dims: 1'),
    fixed: input('data_type: TYPE_STRING dims: 1 reshape { }'),
    field: 'input[0].dims',
  },
  {
    rule: 'pt.string-out',
    broken: output('data_type: TYPE_STRING dims: 1'),
    fixed: output('data_type: TYPE_STRING dims: 1 reshape { }'),
    field: 'output[0].dims',
  },
  {
    rule: 'pt.name-double-underscore',
    broken: input(FP32, 'my__tensor__0'),
    fixed: input(FP32, 'my_tensor__0'),
    field: 'input[0].name',
    warning: true,
  },
  {
    rule: 'pt.out-name',
    broken: `${output(FP32)} ${output(FP32, 'second')}`,
    fixed: `${output(FP32)} ${output(FP32, 'Y__1')}`,
    field: 'output',
    warning: true,
  },
  {
    rule: 'pt.seq-name',
    broken: 'sequence_batching { control_input { name: "START" } }',
    fixed: 'sequence_batching { control_input { name: "START__1" } }',
    field: 'sequence_batching.control_input[0].name',
  },
  {
    rule: 'pt.state-named-index',
    broken: `${input(FP32, 'X')} sequence_batching { state { input_name: "I__1" output_name: "O__1" } }`,
    fixed: `${input(FP32, 'X__0')} sequence_batching { state { input_name: "I__1" output_name: "O__1" } }`,
    field: 'input[0].name',
  },
  ...pytorchBooleans.map((name) => ({
    rule: `pt.param.${name}`,
    broken: parameter(name, 'yes'),
    fixed: parameter(name, 'True'),
    field: `parameters[${name}]`,
  })),
  ...['INTRA_OP_THREAD_COUNT', 'INTER_OP_THREAD_COUNT'].map((name) => ({
    rule: `pt.param.${name}`,
    broken: parameter(name, 'all'),
    fixed: parameter(name, '4'),
    field: `parameters[${name}]`,
  })),
  {
    rule: 'pt.param.ENABLE_NVFUSER',
    broken: parameter('ENABLE_NVFUSER', 'true'),
    fixed: '',
    field: 'parameters[ENABLE_NVFUSER]',
    warning: true,
  },
]);

export const aotiExamples: Example[] = withBase('backend: "pytorch" platform: "torch_aoti"', [
  { rule: 'pt.aoti', broken: 'max_batch_size: 8', fixed: 'max_batch_size: 1', field: 'max_batch_size' },
  { rule: 'pt.aoti', broken: 'sequence_batching { }', fixed: '', field: 'sequence_batching' },
]);

const GRAPH = 'batch_size: 4 input { key: "X" value { dim: 4 } }';
const graphSpec = (content: string) => `optimization { cuda { graphs: true graph_spec { ${content} } } }`;
const NON_LINEAR_TENSOR = 'data_type: TYPE_FP32 dims: [ 1, 2, 3 ] is_non_linear_format_io: true';
const MULTI_DEVICE = `${parameter('enable_multi_device', 'true')} ${group('kind: KIND_MODEL')}`;

export const tensorRtExamples: Example[] = withBase('platform: "tensorrt_plan" max_batch_size: 8', [
  {
    rule: 'trt.gpu',
    base: 'max_batch_size: 8',
    options: { instanceType: InstanceType.of('ml.p3.2xlarge'), tritonRelease: '25.04' },
    broken: 'platform: "tensorrt_plan"',
    fixed: 'platform: "onnxruntime_onnx"',
    field: 'backend',
  },
  {
    rule: 'trt.kind',
    broken: group('kind: KIND_CPU'),
    fixed: group('kind: KIND_GPU'),
    field: 'instance_group[0].kind',
  },
  {
    rule: 'trt.multi',
    broken: `${MULTI_DEVICE} ${parameter('multi_device_gpus', '0')}`,
    fixed: `${MULTI_DEVICE} ${parameter('multi_device_gpus', '0,1')}`,
    field: 'parameters[multi_device_gpus]',
  },
  {
    rule: 'trt.multi',
    broken: `${MULTI_DEVICE} ${parameter('multi_device_gpus', '3,4')}`,
    fixed: `${MULTI_DEVICE} ${parameter('multi_device_gpus', '2,3')}`,
    field: 'parameters[multi_device_gpus]',
  },
  {
    rule: 'trt.alloc',
    broken: parameter('execution_context_allocation_strategy', 'DYNAMIC'),
    fixed: parameter('execution_context_allocation_strategy', 'STATIC'),
    field: 'parameters[execution_context_allocation_strategy]',
  },
  {
    rule: 'trt.dtype',
    broken: input('data_type: TYPE_STRING dims: 4'),
    fixed: input('data_type: TYPE_INT64 dims: 4'),
    field: 'input[0].data_type',
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
    rule: 'trt.ragged-nonlinear',
    broken: input(`${NON_LINEAR_TENSOR} allow_ragged_batch: true`),
    fixed: input(NON_LINEAR_TENSOR),
    field: 'input[0].allow_ragged_batch',
  },
  {
    rule: 'trt.graph-batch',
    broken: graphSpec('batch_size: 16'),
    fixed: graphSpec('batch_size: 8'),
    field: 'optimization.cuda.graph_spec[0].batch_size',
  },
  {
    rule: 'trt.graph-lower',
    broken: graphSpec(`${GRAPH} graph_lower_bound { batch_size: 5 input { key: "X" value { dim: 4 } } }`),
    fixed: graphSpec(`${GRAPH} graph_lower_bound { batch_size: 1 input { key: "X" value { dim: 1 } } }`),
    field: 'optimization.cuda.graph_spec[0].graph_lower_bound.batch_size',
  },
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
    rule: 'trt.cc-file',
    broken: 'cc_model_filenames { key: "8.6" value: "model_a10g.plan" }',
    fixed: 'cc_model_filenames { key: "7.5" value: "model_t4.plan" }',
    field: 'cc_model_filenames',
    warning: true,
  },
  {
    rule: 'trt.cpuimage',
    broken: 'name: "m"',
    fixed: 'backend: "python"',
    field: 'backend',
    options: { instanceType: InstanceType.P2_XLARGE },
  },
  {
    rule: 'ig.secondary',
    broken: group('secondary_devices [ { device_id: 0 }, { device_id: 1 } ]'),
    fixed: group('secondary_devices [ { device_id: 0 } ]'),
    field: 'instance_group[0].secondary_devices',
  },
]);

const accelerator = (content: string) =>
  `optimization { execution_accelerators { gpu_execution_accelerator { ${content} } } }`;
const ACCELERATOR = 'optimization.execution_accelerators.gpu_execution_accelerator[0]';
const TENSORRT = 'name: "tensorrt" parameters';

export const onnxExamples: Example[] = withBase('backend: "onnxruntime"', [
  {
    rule: 'onnx.accel',
    broken: accelerator('name: "openvino"'),
    fixed: accelerator('name: "cuda"'),
    field: `${ACCELERATOR}.name`,
  },
  {
    rule: 'onnx.accel',
    broken: 'optimization { execution_accelerators { cpu_execution_accelerator { name: "mkl" } } }',
    fixed: 'optimization { execution_accelerators { cpu_execution_accelerator { name: "openvino" } } }',
    field: 'optimization.execution_accelerators.cpu_execution_accelerator[0].name',
  },
  {
    rule: 'onnx.accel-param',
    broken: accelerator(`${TENSORRT} { key: "precision" value: "FP16" }`),
    fixed: accelerator(`${TENSORRT} { key: "precision_mode" value: "FP16" }`),
    field: `${ACCELERATOR}.parameters[precision]`,
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
  {
    rule: 'onnx.precision',
    broken: accelerator(`${TENSORRT} { key: "precision_mode" value: "FP8" }`),
    fixed: accelerator(`${TENSORRT} { key: "precision_mode" value: "BF16" }`),
    field: `${ACCELERATOR}.parameters[precision_mode]`,
  },
  {
    rule: 'onnx.strong-typing',
    broken: accelerator(`${TENSORRT} { key: "precision_mode" value: "FP16" }`),
    fixed: accelerator(`${TENSORRT} { key: "precision_mode" value: "FP32" }`),
    field: `${ACCELERATOR}.parameters[precision_mode]`,
    warning: true,
    options: { ...options, tritonRelease: '26.07' },
  },
  {
    rule: 'onnx.tensorrt-build',
    broken: accelerator('name: "tensorrt"'),
    fixed: accelerator(
      `${TENSORRT} { key: "trt_engine_cache_enable" value: "1" } parameters { key: "trt_engine_cache_path" value: "/opt/ml/model/m/cache" }`,
    ),
    field: ACCELERATOR,
    warning: true,
  },
  {
    rule: 'onnx.gpu-accel-cpu',
    broken: `${accelerator('name: "cuda"')} ${group('kind: KIND_CPU')}`,
    fixed: `${accelerator('name: "cuda"')} ${group('kind: KIND_GPU')}`,
    field: ACCELERATOR,
    warning: true,
  },
  {
    rule: 'onnx.cudnn',
    broken: parameter('cudnn_conv_algo_search', '3'),
    fixed: parameter('cudnn_conv_algo_search', '2'),
    field: 'parameters[cudnn_conv_algo_search]',
  },
  {
    rule: 'onnx.arena',
    broken: parameter('arena_extend_strategy', 'kSameAsRequested'),
    fixed: parameter('arena_extend_strategy', '1'),
    field: 'parameters[arena_extend_strategy]',
  },
  {
    rule: 'onnx.exec-mode',
    broken: parameter('execution_mode', '2'),
    fixed: parameter('execution_mode', '1'),
    field: 'parameters[execution_mode]',
  },
  {
    rule: 'onnx.graph',
    broken: 'optimization { graph { level: 99 } }',
    fixed: 'optimization { graph { level: -1 } }',
    field: 'optimization.graph.level',
    warning: true,
  },
  {
    rule: 'onnx.optional-batching',
    broken: `max_batch_size: 8 ${input(`${FP32} optional: true`)}`,
    fixed: `max_batch_size: 0 ${input(`${FP32} optional: true`)}`,
    field: 'input[0].optional',
  },
  {
    rule: 'onnx.ragged-optional',
    broken: input(`${FP32} optional: true allow_ragged_batch: true`),
    fixed: input(`${FP32} allow_ragged_batch: true`),
    field: 'input[0].allow_ragged_batch',
  },
  {
    rule: 'onnx.dtype',
    broken: input('data_type: TYPE_BF16 dims: 4'),
    fixed: input('data_type: TYPE_STRING dims: 4'),
    field: 'input[0].data_type',
    options: { ...options, tritonRelease: '24.09' },
  },
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
    rule: 'py.force-cpu',
    broken: `backend: "python" ${parameter('FORCE_CPU_ONLY_INPUT_TENSORS', 'true')}`,
    fixed: `backend: "python" ${parameter('FORCE_CPU_ONLY_INPUT_TENSORS', 'no')}`,
    field: 'parameters[FORCE_CPU_ONLY_INPUT_TENSORS]',
  },
  {
    rule: 'ov.cpu',
    broken: `backend: "openvino" ${group('kind: KIND_GPU')}`,
    fixed: `backend: "openvino" ${group('kind: KIND_CPU')}`,
    field: 'instance_group[0].kind',
  },
  {
    rule: 'ov.batch',
    broken: 'backend: "openvino" max_batch_size: 4',
    fixed: `backend: "openvino" max_batch_size: 4 ${parameter('ENABLE_BATCH_PADDING', 'yes')}`,
    field: 'parameters[ENABLE_BATCH_PADDING]',
    warning: true,
  },
  {
    rule: 'fil.type',
    base: REGRESSION,
    broken: parameter('model_type', 'sklearn'),
    fixed: parameter('model_type', 'lightgbm'),
    field: 'parameters[model_type]',
  },
  {
    rule: 'fil.flag',
    base: REGRESSION,
    broken: parameter('predict_proba', '1'),
    fixed: parameter('predict_proba', 'true'),
    field: 'parameters[predict_proba]',
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
    rule: 'fil.threshold',
    base: `backend: "fil" ${parameter('output_class', 'true')}`,
    broken: '',
    fixed: parameter('threshold', '.5'),
    field: 'parameters[threshold]',
  },
]);
