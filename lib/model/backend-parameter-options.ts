/** Parameters of the PyTorch backend. */
export interface PyTorchParameters {
  /**
   * Whether TorchScript skips its optimised execution. Makes the first requests fast and usually all others slower.
   *
   * @default false
   */
  readonly disableOptimizedExecution?: boolean;

  /**
   * Whether autograd is off while executing, which is faster for most models.
   *
   * @default true
   */
  readonly inferenceMode?: boolean;

  /**
   * Whether cuDNN is off (Triton 24.09 and newer). Mostly slower; saves memory or avoids an error in some models.
   *
   * @default false
   */
  readonly disableCudnn?: boolean;

  /**
   * Whether the instances on one device share their weights, which saves memory. Not for stateful models.
   *
   * @default false
   */
  readonly enableWeightSharing?: boolean;

  /**
   * Whether the CUDA cache is emptied after each execution: slower, but leaves memory to other models.
   *
   * @default false
   */
  readonly enableCacheCleaning?: boolean;

  /**
   * Whether kernels are fused. Turn it off when models with varying shapes have slow outliers.
   *
   * @default true
   */
  readonly enableTensorFuser?: boolean;

  /**
   * Whether the just-in-time compiler profiles the first executions. Turn it off when varying shapes make it recompile.
   *
   * @default true
   */
  readonly enableJitProfiling?: boolean;

  /**
   * Whether the just-in-time executor is used.
   *
   * @default true
   */
  readonly enableJitExecutor?: boolean;

  /**
   * Threads inside each operation, on the CPU, for the whole server process.
   *
   * @default - the number of CPU cores
   */
  readonly intraOpThreadCount?: number;

  /**
   * Threads across operations, on the CPU, for the whole server process.
   *
   * @default - the number of CPU cores
   */
  readonly interOpThreadCount?: number;
}

/** Parameters of the ONNX Runtime backend. */
export interface OnnxRuntimeParameters {
  /**
   * 0 runs the graph's nodes one by one, 1 side by side where they are independent (CPU only).
   *
   * @default 0
   */
  readonly executionMode?: number;

  /**
   * Threads inside each node, on the CPU. Fewer per instance when there are several instances.
   *
   * @default 0 (as many as there are cores)
   */
  readonly intraOpThreadCount?: number;

  /**
   * Threads across nodes, with `executionMode` 1.
   *
   * @default 0 (as many as there are cores)
   */
  readonly interOpThreadCount?: number;

  /**
   * Whether CPU memory is kept for the next execution: faster, larger.
   *
   * @default true
   */
  readonly enableMemArena?: boolean;

  /**
   * Whether the pattern of allocations is remembered for executions of the same shape.
   *
   * @default true
   */
  readonly enableMemPattern?: boolean;

  /**
   * How convolutions are chosen on the GPU: 0 tries all (slow first request per shape, fastest later), 1 guesses, 2 takes
   * the default.
   *
   * @default 0
   */
  readonly cudnnConvAlgoSearch?: number;

  /**
   * The most GPU memory each instance's arena may take, in bytes.
   *
   * @default - unlimited
   */
  readonly gpuMemLimitBytes?: number;

  /**
   * How the arena grows: 0 by powers of two, 1 by what is asked for: less memory, more allocations.
   *
   * @default 0
   */
  readonly arenaExtendStrategy?: number;
}

/** Parameters of the Python backend. */
export interface PythonParameters {
  /**
   * A packed conda environment for the model's stub process, such as `$$TRITON_MODEL_DIRECTORY/env.tar.gz`. It is
   * unpacked at load, which takes start-up time, not request time.
   *
   * @default - the Python of the image
   */
  readonly executionEnvPath?: string;

  /**
   * Whether inputs arrive in CPU memory. Without it, tensors that come from a GPU model stay on the GPU.
   *
   * @default true
   */
  readonly forceCpuOnlyInputTensors?: boolean;
}

/** Parameters of the FIL backend. */
export interface FilParameters {
  /**
   * `xgboost`, `xgboost_json`, `xgboost_ubj`, `lightgbm` or `treelite_checkpoint`. Decides which file is looked for.
   *
   * @default xgboost
   */
  readonly modelType?: string;

  /**
   * Whether the score of each class is answered.
   *
   * @default false
   */
  readonly predictProba?: boolean;

  /**
   * Whether the model is a classifier: it responds with the class instead of a raw score. Triton calls it `is_classifier` from 25.09
   * on, and still reads this one.
   *
   * @default - none, with which the backend does not load the model
   */
  readonly outputClass?: boolean;

  /**
   * The score above which a binary classifier says yes, such as 0.5.
   *
   * @default - none, with which the backend does not load a classifier
   */
  readonly threshold?: number;
}
