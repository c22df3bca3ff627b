import { Json, requireGiven } from './render';

/** Settings of the TensorRT execution provider. */
export interface TensorRtAcceleratorOptions {
  /**
   * `FP32`, `FP16`, `BF16` or `INT8`. FP16 is about twice as fast as FP32 on GPUs with tensor cores, with slightly
   * different results. From Triton 26.07 on TensorRT takes the types of the ONNX file instead, and a precision warns.
   *
   * @default FP32
   */
  readonly precisionMode?: string;

  /**
   * The memory TensorRT may use while it builds the engine, in bytes.
   *
   * @default 1073741824
   */
  readonly maxWorkspaceSizeBytes?: number;

  /**
   * Whether built engines are kept on disk, so that a restart in the same container skips the build.
   *
   * @default false
   */
  readonly engineCacheEnable?: boolean;

  /**
   * The folder of kept engines.
   *
   * @default - none
   */
  readonly engineCachePath?: string;
}

/**
 * A library that ONNX Runtime hands (parts of) the graph to.
 *
 * The TensorRT one is usually the fastest on GPUs, but builds its engine at the first request of each shape, which takes
 * minutes: give the model a warmup, so that it happens before the endpoint counts as up.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/optimization.md#framework-specific-optimization
 * @example
 * model.withOverrides({ optimization: { gpuExecutionAccelerators: [ExecutionAccelerator.tensorrt()] } });
 */
export class ExecutionAccelerator {
  /** TensorRT, for GPU instances of ONNX models. */
  public static tensorrt(options: TensorRtAcceleratorOptions = {}): ExecutionAccelerator {
    return ExecutionAccelerator.of('tensorrt', {
      ...text('precision_mode', options.precisionMode),
      ...text('max_workspace_size_bytes', options.maxWorkspaceSizeBytes),
      ...text('trt_engine_cache_enable', options.engineCacheEnable),
      ...text('trt_engine_cache_path', options.engineCachePath),
    });
  }

  /**
   * ONNX Runtime's CUDA kernels with settings of their own, for GPU instances of ONNX models.
   *
   * @param parameters names and values as in ONNX Runtime's documentation of its CUDA execution provider
   */
  public static cuda(parameters?: { [name: string]: string }): ExecutionAccelerator {
    return ExecutionAccelerator.of('cuda', parameters);
  }

  /** OpenVINO, for CPU instances of ONNX models. */
  public static openvino(): ExecutionAccelerator {
    return ExecutionAccelerator.of('openvino');
  }

  /** Any accelerator by its name. */
  public static of(name: string, parameters?: { [name: string]: string }): ExecutionAccelerator {
    return new ExecutionAccelerator(name, parameters);
  }

  private constructor(
    private readonly name: string,
    private readonly parameters: { [name: string]: string } = {},
  ) {
    requireGiven('ExecutionAccelerator', { name });
  }

  /** @internal */
  public _render(): Json {
    return { name: this.name, parameters: this.parameters };
  }
}

function text(name: string, value?: string | number | boolean): { [name: string]: string } {
  return value === undefined ? {} : { [name]: String(value) };
}
