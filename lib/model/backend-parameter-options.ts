/** Parameters of the PyTorch backend. */
export interface PyTorchParameters {
  /**
   * Whether TorchScript disables optimized execution. With `true`, the first requests are fast, and all other requests are usually slower.
   *
   * @default false
   */
  readonly disableOptimizedExecution?: boolean;

  /**
   * Whether autograd is disabled during execution, which is faster for most models.
   *
   * @default true
   */
  readonly inferenceMode?: boolean;

  /**
   * Whether cuDNN is disabled (Triton 24.09 or later). Most models are slower without cuDNN, but it can save memory or avoid an error.
   *
   * @default false
   */
  readonly disableCudnn?: boolean;

  /**
   * Whether the model instances on a device share their weights, which saves memory. Not for stateful models.
   *
   * @default false
   */
  readonly enableWeightSharing?: boolean;

  /**
   * Whether the CUDA cache is emptied after each execution. Execution is slower, but other models can use the memory.
   *
   * @default false
   */
  readonly enableCacheCleaning?: boolean;

  /**
   * Whether kernels are fused. Set this option to `false` if the shapes of requests vary and some requests are slow.
   *
   * @default true
   */
  readonly enableTensorFuser?: boolean;

  /**
   * Whether the just-in-time compiler profiles the first executions. Set this option to `false` if varying shapes cause recompilation.
   *
   * @default true
   */
  readonly enableJitProfiling?: boolean;

  /**
   * Whether PyTorch uses the just-in-time executor.
   *
   * @default true
   */
  readonly enableJitExecutor?: boolean;

  /**
   * Number of CPU threads within an operation, for the whole server process.
   *
   * @default - the number of CPU cores
   */
  readonly intraOpThreadCount?: number;

  /**
   * Number of CPU threads across operations, for the whole server process.
   *
   * @default - the number of CPU cores
   */
  readonly interOpThreadCount?: number;
}

/** Parameters of the ONNX Runtime backend. */
export interface OnnxRuntimeParameters {
  /**
   * Execution mode: 0 executes the nodes of the graph sequentially, and 1 executes independent nodes in parallel (CPU only).
   *
   * @default 0
   */
  readonly executionMode?: number;

  /**
   * Number of CPU threads within a node. If the model has several instances, use fewer threads for each instance.
   *
   * @default 0 (the number of CPU cores)
   */
  readonly intraOpThreadCount?: number;

  /**
   * Number of CPU threads across nodes, with `executionMode` 1.
   *
   * @default 0 (the number of CPU cores)
   */
  readonly interOpThreadCount?: number;

  /**
   * Whether CPU memory is kept for the next execution, which is faster but uses more memory.
   *
   * @default true
   */
  readonly enableMemArena?: boolean;

  /**
   * Whether the memory allocation pattern is reused for executions with the same shape.
   *
   * @default true
   */
  readonly enableMemPattern?: boolean;

  /**
   * Selection of convolution algorithms on the GPU: 0 tests all algorithms (slow first request for each shape, later requests fastest), 1
   * uses a heuristic, 2 uses the default algorithm.
   *
   * @default 0
   */
  readonly cudnnConvAlgoSearch?: number;

  /**
   * Maximum GPU memory of the memory arena of each model instance, in bytes.
   *
   * @default - unlimited
   */
  readonly gpuMemLimitBytes?: number;

  /**
   * Growth of the memory arena: 0 extends the arena by powers of two, 1 extends the arena by the requested size, which uses less memory but
   * more allocations.
   *
   * @default 0
   */
  readonly arenaExtendStrategy?: number;
}

/** Parameters of the Python backend. */
export interface PythonParameters {
  /**
   * Packed conda environment for the stub process of the model, such as `$$TRITON_MODEL_DIRECTORY/env.tar.gz`. The environment is unpacked
   * when the model is loaded, which increases the start-up time, but not the latency of requests.
   *
   * @default - the Python installation of the image
   */
  readonly executionEnvPath?: string;

  /**
   * Whether inputs are always in CPU memory. With `false`, tensors from a model on the GPU stay on the GPU.
   *
   * @default true
   */
  readonly forceCpuOnlyInputTensors?: boolean;
}

/** Parameters of the FIL backend. */
export interface FilParameters {
  /**
   * Model type: `xgboost`, `xgboost_json`, `xgboost_ubj`, `lightgbm` or `treelite_checkpoint`. It determines the name of the model file.
   *
   * @default xgboost
   */
  readonly modelType?: string;

  /**
   * Whether the output contains the score of each class.
   *
   * @default false
   */
  readonly predictProba?: boolean;

  /**
   * Whether the model is a classifier, whose response contains the class instead of a raw score. Triton 25.09 renamed this parameter to
   * `is_classifier`, but still supports the name `output_class`, which this library sets.
   *
   * @default - not set, and the backend does not load the model
   */
  readonly outputClass?: boolean;

  /**
   * Score above which a binary classifier predicts the positive class, such as 0.5.
   *
   * @default - not set, and the backend does not load a classifier
   */
  readonly threshold?: number;
}
