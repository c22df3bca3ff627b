import { ExecutionOverheads, ServiceTime } from './service-time';

/** The execution times of a model on an instance type, and the conditions of the measurement. */
export interface LatencyProfile {
  /** Instance type of the measurement, such as `ml.g5.xlarge`. */
  readonly instanceType: string;

  /**
   * Execution times by batch size. The maximum batch size of a plan is the largest measured batch size. If a larger batch was measured as
   * faster than a smaller batch, which can only be noise, the mean of both times is used.
   */
  readonly serviceTimes: ServiceTime[];

  /**
   * Name of the measured configuration, such as `TensorRT FP16`.
   *
   * @default - the model
   */
  readonly configuration?: string;

  /**
   * Number of model instances per GPU that executed concurrently during the measurement. Model instances slow each other down, so each
   * number requires a separate measurement.
   *
   * @default 1
   */
  readonly instancesPerGpu?: number;

  /**
   * Number of GPUs of an instance.
   *
   * @default - the number of GPUs of the instance type
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
   * @default - not known, and the plan has a label about it
   */
  readonly gpuModel?: string;

  /**
   * Triton release of the measurement, such as `24.09`.
   *
   * @default - not known, and the plan has a label about it
   */
  readonly tritonRelease?: string;

  /**
   * Date of the measurement, such as `2026-11-21`.
   *
   * @default - not known, and the plan has a label about it
   */
  readonly measuredOn?: string;
}
