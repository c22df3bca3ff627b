import { Severity } from '../../../findings/finding';
import { ModelConfigDocument } from '../../schema/schema';
import { ConfigRule, configRules, partRules, withFields } from '../context';
import { tensorsOf, describeTensor } from '../io';
import { isOneOf, onlyFor, parameterRule } from './parameters';

/** Parameters of the tensorrt accelerator (onnxruntime_backend, src/onnxruntime.cc). */
const TENSORRT_PARAMETERS = [
  'precision_mode',
  'max_workspace_size_bytes',
  'int8_calibration_table_name',
  'int8_use_native_calibration_table',
  'trt_max_partition_iterations',
  'trt_min_subgraph_size',
  'trt_dla_enable',
  'trt_dla_core',
  'trt_engine_cache_enable',
  'trt_engine_cache_path',
  'trt_engine_cache_prefix',
  'trt_dump_subgraphs',
  'trt_force_sequential_engine_build',
  'trt_context_memory_sharing_enable',
  'trt_layer_norm_fp32_fallback',
  'trt_timing_cache_enable',
  'trt_timing_cache_path',
  'trt_force_timing_cache',
  'trt_detailed_build_log',
  'trt_build_heuristics_enable',
  'trt_sparsity_enable',
  'trt_builder_optimization_level',
  'trt_auxiliary_streams',
  'trt_tactic_sources',
  'trt_extra_plugin_lib_paths',
  'trt_profile_min_shapes',
  'trt_profile_max_shapes',
  'trt_profile_opt_shapes',
  'trt_cuda_graph_enable',
  'trt_dump_ep_context_model',
  'trt_ep_context_file_path',
  'trt_ep_context_embed_mode',
];
/** First release in which the TensorRT accelerator supports bfloat16. */
const BF16_PRECISION_RELEASE = '26.02';

/**
 * First release whose ONNX Runtime (1.27) uses TensorRT 11 (server r26.07, build.py; TensorRT 11 migration guide;
 * read 2026-11-22).
 */
const TENSORRT_11_RELEASE = '26.07';

/** First release that supports tensors of bfloat16. */
const BF16_TENSOR_RELEASE = '26.03';
const GRAPH_LEVELS = [-1, 0, 1, 2];

function acceleratorsOf({ optimization }: ModelConfigDocument) {
  const { gpu_execution_accelerator: gpu, cpu_execution_accelerator: cpu } = optimization?.execution_accelerators ?? {};
  return Object.entries({ gpu, cpu }).flatMap(([device, accelerators]) =>
    withFields(accelerators, `optimization.execution_accelerators.${device}_execution_accelerator`).map((each) => ({
      ...each,
      device,
      allowed: device === 'gpu' ? ['tensorrt', 'cuda'] : ['openvino'],
    })),
  );
}

/** The parameters of the accelerators that use TensorRT. */
function tensorRtParametersOf(config: ModelConfigDocument) {
  return acceleratorsOf(config)
    .filter(({ name }) => name === 'tensorrt')
    .flatMap(({ parameters, field }) =>
      [...parameters].map(([name, value]) => ({ name, value, field: `${field}.parameters[${name}]` })),
    );
}

function isOnCpu({ instance_group: groups }: ModelConfigDocument, gpuCount?: number): boolean {
  return gpuCount === 0 || (groups.length > 0 && groups.every(({ kind }) => kind === 'KIND_CPU'));
}

const acceleratorRules: ConfigRule[] = [
  ...partRules(acceleratorsOf, [
    {
      id: 'onnx.accel',
      when: ({ name, allowed }) => !allowed.includes(name),
      at: '.name',
      message: ({ name, device, allowed }) =>
        `ONNX Runtime has no ${device} accelerator '${name}'; use ${allowed.join(' or ')}`,
    },
  ]),
  ...partRules(tensorRtParametersOf, [
    {
      id: 'onnx.accel-param',
      when: ({ name }) => !TENSORRT_PARAMETERS.includes(name),
      message: ({ name }) =>
        `accelerator tensorrt has no parameter '${name}'; it has ${TENSORRT_PARAMETERS.join(', ')}`,
    },
    {
      id: 'onnx.precision',
      when: ({ name, value }, { release }) => name === 'precision_mode' && !precisionsOf(release).includes(value),
      message: ({ value }, { release }) => `precision_mode is '${value}'; allowed: ${precisionsOf(release).join(', ')}`,
    },
    {
      id: 'onnx.strong-typing',
      severity: Severity.WARNING,
      when: ({ name, value }, { release, isReleaseKnown }) =>
        isReleaseKnown && release >= TENSORRT_11_RELEASE && name === 'precision_mode' && value !== 'FP32',
      message: ({ value }, { release }) =>
        `precision_mode is '${value}', but Triton ${release} has TensorRT 11, which uses the types of the ONNX file and accepts ` +
        'no precision; convert the file, and leave precision_mode out',
    },
  ]),
  // Without an instance type, the model may run on a single server that is never scaled. The rule onnx.gpu-accel-cpu reports accelerators on
  // the CPU.
  ...partRules(
    (config, { gpuCount, instanceType }) => (!instanceType || isOnCpu(config, gpuCount) ? [] : acceleratorsOf(config)),
    [
      {
        id: 'onnx.tensorrt-build',
        severity: Severity.WARNING,
        when: ({ name, device, parameters }) => {
          const isCached = ['1', 'true'].includes((parameters.get('trt_engine_cache_enable') ?? '').toLowerCase());
          return name === 'tensorrt' && device === 'gpu' && !(isCached && parameters.get('trt_engine_cache_path'));
        },
        message:
          'each instance of the model builds its engine when it starts, which takes minutes (4 to 10 were reported) and delays scaling ' +
          'and updates: use an engine that the deployment builds (Backend.TENSORRT with ModelFiles.fromEngineBuild), or put the engine cache ' +
          "for this GPU into the model's folder and set trt_engine_cache_enable and trt_engine_cache_path",
      },
    ],
  ),
  ...partRules(acceleratorsOf, [
    {
      id: 'onnx.gpu-accel-cpu',
      severity: Severity.WARNING,
      when: ({ device }, { gpuCount }, config) => device === 'gpu' && isOnCpu(config, gpuCount),
      message: ({ name }) => `accelerator ${name} has no effect: every instance group runs on the CPU; leave it out`,
    },
  ]),
];

function precisionsOf(release: string): string[] {
  return ['FP32', 'FP16', 'INT8', ...(release < BF16_PRECISION_RELEASE ? [] : ['BF16'])];
}

export const onnxRuntimeRules: ConfigRule[] = onlyFor('onnxruntime', [
  ...acceleratorRules,
  parameterRule('onnx.cudnn', 'onnxruntime', 'cudnn_conv_algo_search', isOneOf(['0', '1', '2']), "'0', '1' and '2'"),
  parameterRule('onnx.arena', 'onnxruntime', 'arena_extend_strategy', isOneOf(['0', '1']), "'0' and '1'"),
  parameterRule('onnx.exec-mode', 'onnxruntime', 'execution_mode', isOneOf(['0', '1']), "'0' and '1'"),
  ...configRules([
    {
      id: 'onnx.graph',
      severity: Severity.WARNING,
      when: ({ optimization }) => !GRAPH_LEVELS.includes(optimization?.graph?.level ?? 0),
      at: 'optimization.graph.level',
      message: ({ optimization }) =>
        `level ${optimization?.graph?.level} means all optimizations, like 0; -1 is basic, 1 extended, 2 none`,
    },
  ]),
  ...partRules(
    ({ input }) => withFields(input, 'input'),
    [
      {
        id: 'onnx.optional-batching',
        when: ({ optional }, _, { max_batch_size: maximum }) => optional && maximum > 0,
        at: '.optional',
        message: ({ name }) =>
          `ONNX Runtime accepts optional inputs only with max_batch_size 0, and '${name}' is optional; make it required, or set max_batch_size to 0`,
      },
      {
        id: 'onnx.ragged-optional',
        when: ({ optional, allow_ragged_batch: ragged }) => optional && ragged,
        at: '.allow_ragged_batch',
        message: ({ name }) =>
          `ONNX Runtime accepts no input that is both optional and ragged, and '${name}' is both; remove one of the two options`,
      },
    ],
  ),
  ...partRules(tensorsOf, [
    {
      id: 'onnx.dtype',
      when: ({ tensor }, { release }) => tensor.data_type === 'TYPE_BF16' && release < BF16_TENSOR_RELEASE,
      at: '.data_type',
      message: (entry, { release }) =>
        `${describeTensor(entry)} is TYPE_BF16, which ONNX Runtime does not accept in Triton ${release}; use TYPE_FP16 or TYPE_FP32`,
    },
  ]),
]);
