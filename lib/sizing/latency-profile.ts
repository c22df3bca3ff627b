import { ExecutionOverheads, ServiceTime } from './service-time';

/** Execution times of one model on one instance type, and how they were measured. */
export interface LatencyProfile {
  /** The instance type they were measured on, such as `ml.g5.xlarge`. */
  readonly instanceType: string;

  /**
   * Execution time by batch size. A plan uses no larger batch than the largest measured one. Where a larger batch was
   * measured faster than a smaller one, which only noise explains, both get their mean.
   */
  readonly serviceTimes: ServiceTime[];

  /**
   * A name for what was measured, such as `TensorRT FP16`.
   *
   * @default - the model
   */
  readonly configuration?: string;

  /**
   * Model instances per GPU that executed at once while it was measured. Instances slow each other down, so each number
   * needs measurements of its own.
   *
   * @default 1
   */
  readonly instancesPerGpu?: number;

  /**
   * GPUs of an instance.
   *
   * @default - what the instance type has
   */
  readonly gpus?: number;

  /**
   * Time beside the model's own in each execution.
   *
   * @default - none
   */
  readonly overheads?: ExecutionOverheads;

  /**
   * The GPU it was measured on, such as `NVIDIA A10G`. Refused where the instance type has another one.
   *
   * @default - unknown, and the plan says so
   */
  readonly gpuModel?: string;

  /**
   * The Triton release it was measured with, such as `24.09`.
   *
   * @default - unknown, and the plan says so
   */
  readonly tritonRelease?: string;

  /**
   * The day it was measured, such as `2026-11-21`.
   *
   * @default - unknown, and the plan says so
   */
  readonly measuredOn?: string;
}
