import { Severity } from '../../../findings/finding';
import { ModelConfigDocument } from '../../schema/schema';
import { ConfigRule } from '../context';
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

/** Returns all accelerators, each with its field path for findings. */
function acceleratorsOf({ optimization }: ModelConfigDocument) {
  const { gpu_execution_accelerator: gpu = [], cpu_execution_accelerator: cpu = [] } =
    optimization?.execution_accelerators ?? {};
  const field = 'optimization.execution_accelerators';
  return [
    ...gpu.map((accelerator, index) => ({
      ...accelerator,
      device: 'gpu',
      field: `${field}.gpu_execution_accelerator[${index}]`,
    })),
    ...cpu.map((accelerator, index) => ({
      ...accelerator,
      device: 'cpu',
      field: `${field}.cpu_execution_accelerator[${index}]`,
    })),
  ];
}

function isOnCpu({ instance_group: groups }: ModelConfigDocument, gpuCount?: number): boolean {
  return gpuCount === 0 || (groups.length > 0 && groups.every(({ kind }) => kind === 'KIND_CPU'));
}

const acceleratorRules: ConfigRule[] = [
  {
    id: 'onnx.accel',
    *check(config) {
      for (const { name, device, field } of acceleratorsOf(config)) {
        const allowed = device === 'gpu' ? ['tensorrt', 'cuda'] : ['openvino'];
        if (!allowed.includes(name)) {
          yield {
            field: `${field}.name`,
            message: `ONNX Runtime has no ${device} accelerator '${name}'; use ${allowed.join(' or ')}`,
          };
        }
      }
    },
  },
  {
    id: 'onnx.accel-param',
    *check(config) {
      for (const { name, parameters, field } of acceleratorsOf(config)) {
        for (const parameter of name === 'tensorrt' ? parameters.keys() : []) {
          if (!TENSORRT_PARAMETERS.includes(parameter)) {
            yield {
              field: `${field}.parameters[${parameter}]`,
              message: `accelerator tensorrt has no parameter '${parameter}'; it has ${TENSORRT_PARAMETERS.join(', ')}`,
            };
          }
        }
      }
    },
  },
  {
    id: 'onnx.precision',
    *check(config, { release }) {
      const allowed = ['FP32', 'FP16', 'INT8', ...(release < BF16_PRECISION_RELEASE ? [] : ['BF16'])];
      for (const { name, parameters, field } of acceleratorsOf(config)) {
        const mode = name === 'tensorrt' ? parameters.get('precision_mode') : undefined;
        if (mode !== undefined && !allowed.includes(mode)) {
          yield {
            field: `${field}.parameters[precision_mode]`,
            message: `precision_mode is '${mode}'; allowed: ${allowed.join(', ')}`,
          };
        }
      }
    },
  },
  {
    id: 'onnx.strong-typing',
    severity: Severity.WARNING,
    *check(config, { release, isReleaseKnown }) {
      if (!isReleaseKnown) return;
      for (const { name, parameters, field } of acceleratorsOf(config)) {
        const mode = name === 'tensorrt' ? parameters.get('precision_mode') : undefined;
        if (mode !== undefined && mode !== 'FP32' && release >= TENSORRT_11_RELEASE) {
          yield {
            field: `${field}.parameters[precision_mode]`,
            message:
              `precision_mode is '${mode}', but Triton ${release} has TensorRT 11, which uses the types of the ONNX file and accepts ` +
              'no precision; convert the file, and leave precision_mode out',
          };
        }
      }
    },
  },
  {
    id: 'onnx.tensorrt-build',
    severity: Severity.WARNING,
    *check(config, { gpuCount, instanceType }) {
      // Without an instance type, the model may run on a single server that is never scaled. The rule onnx.gpu-accel-cpu reports
      // accelerators on the CPU.
      if (!instanceType || isOnCpu(config, gpuCount)) return;
      for (const { name, parameters, device, field } of acceleratorsOf(config)) {
        const isCached = ['1', 'true'].includes((parameters.get('trt_engine_cache_enable') ?? '').toLowerCase());
        if (name !== 'tensorrt' || device !== 'gpu' || (isCached && parameters.get('trt_engine_cache_path'))) continue;
        yield {
          field,
          message:
            'each instance of the model builds its engine when it starts, which takes minutes (4 to 10 were reported) and delays scaling ' +
            'and updates: use an engine that the deployment builds (Backend.TENSORRT with ModelFiles.fromEngineBuild), or put the engine cache ' +
            "for this GPU into the model's folder and set trt_engine_cache_enable and trt_engine_cache_path",
        };
      }
    },
  },
  {
    id: 'onnx.gpu-accel-cpu',
    severity: Severity.WARNING,
    *check(config, { gpuCount }) {
      for (const { name, device, field } of acceleratorsOf(config)) {
        if (device === 'gpu' && isOnCpu(config, gpuCount)) {
          yield {
            field,
            message: `accelerator ${name} has no effect: every instance group runs on the CPU; leave it out`,
          };
        }
      }
    },
  },
];

export const onnxRuntimeRules: ConfigRule[] = onlyFor('onnxruntime', [
  ...acceleratorRules,
  parameterRule('onnx.cudnn', 'onnxruntime', 'cudnn_conv_algo_search', isOneOf(['0', '1', '2']), "'0', '1' and '2'"),
  parameterRule('onnx.arena', 'onnxruntime', 'arena_extend_strategy', isOneOf(['0', '1']), "'0' and '1'"),
  parameterRule('onnx.exec-mode', 'onnxruntime', 'execution_mode', isOneOf(['0', '1']), "'0' and '1'"),
  {
    id: 'onnx.graph',
    severity: Severity.WARNING,
    *check({ optimization }) {
      const level = optimization?.graph?.level ?? 0;
      if (!GRAPH_LEVELS.includes(level)) {
        yield {
          field: 'optimization.graph.level',
          message: `level ${level} means all optimizations, like 0; -1 is basic, 1 extended, 2 none`,
        };
      }
    },
  },
  {
    id: 'onnx.optional-batching',
    *check({ input, max_batch_size: maximum }) {
      for (const [index, { name, optional }] of input.entries()) {
        if (optional && maximum > 0) {
          yield {
            field: `input[${index}].optional`,
            message: `ONNX Runtime accepts optional inputs only with max_batch_size 0, and '${name}' is optional; make it required, or set max_batch_size to 0`,
          };
        }
      }
    },
  },
  {
    id: 'onnx.ragged-optional',
    *check({ input }) {
      for (const [index, { name, optional, allow_ragged_batch: ragged }] of input.entries()) {
        if (optional && ragged) {
          yield {
            field: `input[${index}].allow_ragged_batch`,
            message: `ONNX Runtime accepts no input that is both optional and ragged, and '${name}' is both; remove one of the two options`,
          };
        }
      }
    },
  },
  {
    id: 'onnx.dtype',
    *check(config, { release }) {
      for (const entry of tensorsOf(config)) {
        if (entry.tensor.data_type === 'TYPE_BF16' && release < BF16_TENSOR_RELEASE) {
          yield {
            field: `${entry.field}.data_type`,
            message: `${describeTensor(entry)} is TYPE_BF16, which ONNX Runtime does not accept in Triton ${release}; use TYPE_FP16 or TYPE_FP32`,
          };
        }
      }
    },
  },
]);
