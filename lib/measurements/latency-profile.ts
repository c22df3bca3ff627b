/** The time of one execution of a batch. */
export interface ServiceTime {
  /** Batch size of the execution, at least 1. */
  readonly batch: number;
  /** Execution time on one model instance, in milliseconds, above 0. */
  readonly milliseconds: number;
}

/** The time of an execution in addition to the execution time of the model, in the server and outside it. */
export interface ExecutionOverheads {
  /** Time for each request in the batch, in milliseconds: copies of inputs and outputs, and the response. */
  readonly perRequestMilliseconds: number;
  /** Time for each execution, in milliseconds: the call of the backend. */
  readonly perExecutionMilliseconds: number;
}

/** The execution times of a model on an instance type, and the conditions of the measurement. */
export interface LatencyProfile {
  /** Instance type of the measurement, such as `ml.g5.xlarge`. */
  readonly instanceType: string;

  /**
   * Execution times by batch size. The maximum batch size of a plan is the largest measured batch size. If a larger batch was faster than a
   * smaller batch, the difference is noise, and the planner uses the mean of both times.
   */
  readonly serviceTimes: ServiceTime[];

  /**
   * Name of the measured configuration, such as `TensorRT FP16`.
   *
   * @default - the model
   */
  readonly configuration?: string;

  /**
   * Number of model instances per GPU (or on the CPU, if the instance type has no GPUs) that executed concurrently during the measurement. Model instances slow each other down, so each
   * number requires a separate measurement.
   *
   * @default 1
   */
  readonly instancesPerGpu?: number;

  /**
   * Number of GPUs of an instance.
   *
   * @default - the number of GPUs of the instance type, or 1 if the model instances run on its CPU
   */
  readonly gpus?: number;

  /**
   * Time of each execution in addition to the execution time of the model.
   *
   * @default - no overheads
   */
  readonly overheads?: ExecutionOverheads;

  /**
   * GPU model of the measurement, such as `NVIDIA A10G`. Rejected if the instance type has a different GPU model.
   *
   * @default - not known, and the plan has a caveat about it if the instance type has GPUs
   */
  readonly gpuModel?: string;

  /**
   * Triton release of the measurement, such as `24.09`.
   *
   * @default - not known, and the plan has a caveat about it
   */
  readonly tritonRelease?: string;

  /**
   * Date of the measurement, such as `2026-11-21`.
   *
   * @default - not known, and the plan has a caveat about it
   */
  readonly measuredOn?: string;
}
