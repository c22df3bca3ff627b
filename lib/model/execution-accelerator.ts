import { toStringValues, Json, requireDefined } from './render';

/** Options of the TensorRT execution provider. */
export interface TensorRtAcceleratorOptions {
  /**
   * Precision: `FP32`, `FP16`, `BF16` or `INT8`. FP16 is about twice as fast as FP32 on GPUs with tensor cores, with slightly different
   * results. Triton 26.07 and later use the data types of the ONNX file instead, and a precision results in a warning.
   *
   * @default FP32
   */
  readonly precisionMode?: string;

  /**
   * Maximum memory that TensorRT can use to build the engine, in bytes.
   *
   * @default 1073741824
   */
  readonly maxWorkspaceSizeBytes?: number;

  /**
   * Whether engines are cached on disk, so a restart in the same container does not build them again.
   *
   * @default false
   */
  readonly engineCacheEnable?: boolean;

  /**
   * Folder of the engine cache.
   *
   * @default - no folder
   */
  readonly engineCachePath?: string;
}

/**
 * A library that executes the graph, or parts of it, for ONNX Runtime.
 *
 * TensorRT is usually the fastest accelerator on GPUs. TensorRT builds an engine at the first request for each shape, which takes minutes.
 * Configure a warmup for the model, so the engine is built before the endpoint is in service.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/optimization.md#framework-specific-optimization
 * @example
 * model.withOverrides({ optimization: { gpuExecutionAccelerators: [ExecutionAccelerator.tensorrt()] } });
 */
export class ExecutionAccelerator {
  /** TensorRT, for GPU instances of ONNX models. */
  public static tensorrt(options: TensorRtAcceleratorOptions = {}): ExecutionAccelerator {
    const parameters = toStringValues({
      precision_mode: options.precisionMode,
      max_workspace_size_bytes: options.maxWorkspaceSizeBytes,
      trt_engine_cache_enable: options.engineCacheEnable,
      trt_engine_cache_path: options.engineCachePath,
    });
    return ExecutionAccelerator.of('tensorrt', parameters);
  }

  /**
   * ONNX Runtime's CUDA kernels with custom settings, for GPU instances of ONNX models.
   *
   * @param parameters names and values of the settings, as in ONNX Runtime's documentation of the CUDA execution provider
   */
  public static cuda(parameters?: { [name: string]: string }): ExecutionAccelerator {
    return ExecutionAccelerator.of('cuda', parameters);
  }

  /** OpenVINO, for CPU instances of ONNX models. */
  public static openvino(): ExecutionAccelerator {
    return ExecutionAccelerator.of('openvino');
  }

  /** An accelerator by its name. */
  public static of(name: string, parameters?: { [name: string]: string }): ExecutionAccelerator {
    return new ExecutionAccelerator(name, parameters);
  }

  private constructor(
    private readonly name: string,
    private readonly parameters: { [name: string]: string } = {},
  ) {
    requireDefined('ExecutionAccelerator', { name });
  }

  /** @internal */
  public _render(): Json {
    return { name: this.name, parameters: this.parameters };
  }
}
