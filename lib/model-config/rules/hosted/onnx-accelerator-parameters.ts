import { BOOLEAN_VALUES, startsWithInteger } from './parameters';

/** Parameters of an accelerator with values of the same type. */
export interface Parameters {
  readonly accelerator: string;
  /** First release that accepts the parameters. */
  readonly since: string;
  /** The type, or the allowed texts. */
  readonly type: 'text' | 'boolean' | 'integer' | readonly string[];
  readonly names: readonly string[];
}

/**
 * Parameters that the backend knows (onnxruntime_backend, src/onnxruntime.cc, branches r21.06 to r26.06), and parameters of `cuda`, which it passes
 * on to ONNX Runtime (microsoft/onnxruntime, onnxruntime/core/providers/cuda/cuda_execution_provider_info.cc).
 */
const PARAMETERS: readonly Parameters[] = [
  { accelerator: 'tensorrt', since: '', type: 'text', names: ['precision_mode'] },
  { accelerator: 'tensorrt', since: '', type: 'integer', names: ['max_workspace_size_bytes'] },
  {
    accelerator: 'tensorrt',
    since: '21.09',
    type: 'text',
    names: ['int8_calibration_table_name', 'trt_engine_cache_path'],
  },
  {
    accelerator: 'tensorrt',
    since: '21.09',
    type: 'boolean',
    names: ['int8_use_native_calibration_table', 'trt_engine_cache_enable'],
  },
  {
    accelerator: 'tensorrt',
    since: '24.04',
    type: 'boolean',
    names: [
      'trt_dla_enable',
      'trt_dump_subgraphs',
      'trt_force_sequential_engine_build',
      'trt_context_memory_sharing_enable',
      'trt_layer_norm_fp32_fallback',
      'trt_timing_cache_enable',
      'trt_force_timing_cache',
      'trt_detailed_build_log',
      'trt_build_heuristics_enable',
      'trt_sparsity_enable',
      'trt_cuda_graph_enable',
      'trt_dump_ep_context_model',
    ],
  },
  {
    accelerator: 'tensorrt',
    since: '24.04',
    type: 'integer',
    names: [
      'trt_max_partition_iterations',
      'trt_min_subgraph_size',
      'trt_dla_core',
      'trt_builder_optimization_level',
      'trt_auxiliary_streams',
      'trt_ep_context_embed_mode',
    ],
  },
  {
    accelerator: 'tensorrt',
    since: '24.04',
    type: 'text',
    names: [
      'trt_engine_cache_prefix',
      'trt_timing_cache_path',
      'trt_tactic_sources',
      'trt_extra_plugin_lib_paths',
      'trt_profile_min_shapes',
      'trt_profile_max_shapes',
      'trt_profile_opt_shapes',
      'trt_ep_context_file_path',
    ],
  },
  {
    accelerator: 'cuda',
    since: '24.06',
    type: 'boolean',
    names: [
      'do_copy_in_default_stream',
      'use_ep_level_unified_stream',
      'cudnn_conv_use_max_workspace',
      'cudnn_conv1d_pad_to_nc1d',
      'enable_cuda_graph',
      'enable_skip_layer_norm_strict_mode',
      'prefer_nhwc',
      'use_tf32',
    ],
  },
  { accelerator: 'cuda', since: '24.06', type: 'integer', names: ['gpu_mem_limit'] },
  {
    accelerator: 'cuda',
    since: '24.06',
    type: ['EXHAUSTIVE', 'HEURISTIC', 'DEFAULT'],
    names: ['cudnn_conv_algo_search'],
  },
  {
    accelerator: 'cuda',
    since: '24.06',
    type: ['kNextPowerOfTwo', 'kSameAsRequested'],
    names: ['arena_extend_strategy'],
  },
];

/**
 * First release that passes values on to ONNX Runtime as texts. ONNX Runtime accepts fewer values than the backend (microsoft/onnxruntime,
 * include/onnxruntime/core/common/parse_string.h).
 */
const TEXT_VALUE_RELEASE = '24.04';

const BOOLEANS = ['true', 'True', '1', 'false', 'False', '0'];

/** Parameters of an accelerator with a name. Undefined if the backend does not know the name. */
export function findParameters(accelerator: string, name: string): Parameters | undefined {
  return PARAMETERS.find((each) => each.accelerator === accelerator && each.names.includes(name));
}

/** The parameters of `tensorrt` in a release. */
export function tensorRtNames(release: string): string[] {
  return PARAMETERS.flatMap(({ accelerator, since, names }) =>
    accelerator === 'tensorrt' && since <= release ? names : [],
  );
}

/** Whether the backend and ONNX Runtime accept a value. */
export function isValid(value: string, type: Parameters['type'], release: string): boolean {
  if (type === 'text') return true;
  if (typeof type !== 'string') return type.includes(value);
  if (release < TEXT_VALUE_RELEASE) {
    // The backend reads int8_use_native_calibration_table as an integer.
    return startsWithInteger(value) || (type === 'boolean' && /^(true|false|on|off)$/i.test(value));
  }
  return type === 'boolean' ? BOOLEANS.includes(value) : /^-?\d+$/.test(value);
}

/** The allowed values, for messages. */
export function describeType({ type }: Parameters): string {
  if (typeof type !== 'string') return type.map((value) => `'${value}'`).join(', ');
  return type === 'boolean' ? BOOLEAN_VALUES : 'a whole number';
}
