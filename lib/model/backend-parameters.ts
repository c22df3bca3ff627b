import { FilParameters, OnnxRuntimeParameters, PyTorchParameters, PythonParameters } from './backend-parameter-options';
import { toStringValues } from './render';

/**
 * The documented parameters of the backends, for `TritonModel.parameters`.
 *
 * To add your own parameters, use `{ ...BackendParameters.pytorch({ inferenceMode: true }), mine: 'x' }`.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md
 * @example
 * model.withOverrides({ parameters: BackendParameters.onnxruntime({ intraOpThreadCount: 2 }) });
 */
export class BackendParameters {
  /** Parameters of TorchScript models. */
  public static pytorch(options: PyTorchParameters): { [name: string]: string } {
    return toStringValues({
      DISABLE_OPTIMIZED_EXECUTION: options.disableOptimizedExecution,
      INFERENCE_MODE: options.inferenceMode,
      DISABLE_CUDNN: options.disableCudnn,
      ENABLE_WEIGHT_SHARING: options.enableWeightSharing,
      ENABLE_CACHE_CLEANING: options.enableCacheCleaning,
      ENABLE_TENSOR_FUSER: options.enableTensorFuser,
      ENABLE_JIT_PROFILING: options.enableJitProfiling,
      ENABLE_JIT_EXECUTOR: options.enableJitExecutor,
      INTRA_OP_THREAD_COUNT: options.intraOpThreadCount,
      INTER_OP_THREAD_COUNT: options.interOpThreadCount,
    });
  }

  /** Parameters of ONNX models. */
  public static onnxruntime(options: OnnxRuntimeParameters): { [name: string]: string } {
    return toStringValues({
      execution_mode: options.executionMode,
      intra_op_thread_count: options.intraOpThreadCount,
      inter_op_thread_count: options.interOpThreadCount,
      enable_mem_arena: options.enableMemArena,
      enable_mem_pattern: options.enableMemPattern,
      cudnn_conv_algo_search: options.cudnnConvAlgoSearch,
      gpu_mem_limit: options.gpuMemLimitBytes,
      arena_extend_strategy: options.arenaExtendStrategy,
    });
  }

  /** Parameters of Python models. */
  public static python(options: PythonParameters): { [name: string]: string } {
    const { executionEnvPath, forceCpuOnlyInputTensors: forceCpu } = options;
    return toStringValues({
      EXECUTION_ENV_PATH: executionEnvPath,
      FORCE_CPU_ONLY_INPUT_TENSORS: forceCpu === undefined ? undefined : forceCpu ? 'yes' : 'no',
    });
  }

  /**
   * Parameters of TensorRT engines.
   *
   * @param executionContextAllocationStrategy `STATIC`, Triton's default, or `ON_PROFILE_CHANGE`. With `STATIC`, each execution context has
   * memory for its largest profile. With `ON_PROFILE_CHANGE`, a context has memory for the current profile only, which saves memory but takes time
   * when profiles alternate
   */
  public static tensorrt(executionContextAllocationStrategy: string): { [name: string]: string } {
    return toStringValues({ execution_context_allocation_strategy: executionContextAllocationStrategy });
  }

  /** Parameters of tree ensembles. The backend requires `outputClass` and, for a classifier, `threshold`. */
  public static fil(options: FilParameters): { [name: string]: string } {
    return toStringValues({
      model_type: options.modelType,
      predict_proba: options.predictProba,
      output_class: options.outputClass,
      threshold: options.threshold,
    });
  }

  private constructor() {}
}
