/**
 * What a report of perf_analyzer or Model Analyzer does not say itself.
 *
 * @internal
 */
export interface AnalyzerReport {
  /** The CSV file. */
  readonly path: string;
  /** The instance type it was measured on, such as `ml.g5.xlarge`. */
  readonly instanceType: string;
  /**
   * The GPU it was measured on, such as `NVIDIA A10G`.
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

/** One run of perf_analyzer. */
export interface PerfAnalyzerReport extends AnalyzerReport {
  /** The batch size of its requests (`-b`). */
  readonly batch: number;
  /**
   * A name for what was measured.
   *
   * @default - the model
   */
  readonly configuration?: string;
  /**
   * Model instances per GPU while it ran.
   *
   * @default 1
   */
  readonly instancesPerGpu?: number;
}

/** One run of Model Analyzer. */
export interface ModelAnalyzerReport extends AnalyzerReport {}

/** What the build of a TensorRT engine has measured. */
export interface EngineReport {
  /** `model.plan.json`, which the build writes next to the engine, or the engine's record in S3, `engine.json`. */
  readonly path: string;
  /** The instance type that built it, such as `ml.g5.xlarge`. */
  readonly instanceType: string;
  /**
   * A name for what was measured, such as `FP16`. Engines of one instance type need different names.
   *
   * @default - the model
   */
  readonly configuration?: string;
}
