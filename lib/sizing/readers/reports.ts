/**
 * Path of a report of perf_analyzer or Model Analyzer, and the conditions of the measurement. The report itself does not contain the
 * conditions.
 *
 * @internal
 */
export interface AnalyzerReport {
  /** Path of the CSV file. */
  readonly path: string;
  /** Instance type of the measurement, such as `ml.g5.xlarge`. */
  readonly instanceType: string;
  /**
   * GPU model of the measurement, such as `NVIDIA A10G`.
   *
   * @default - not known, and the plan has a caveat about it
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

/** The report of a run of perf_analyzer. */
export interface PerfAnalyzerReport extends AnalyzerReport {
  /** Batch size of the requests (`-b`). */
  readonly batch: number;
  /**
   * Name of the measured configuration.
   *
   * @default - the model
   */
  readonly configuration?: string;
  /**
   * Number of model instances per GPU during the run.
   *
   * @default 1
   */
  readonly instancesPerGpu?: number;
}

/** The report of a run of Model Analyzer. */
export interface ModelAnalyzerReport extends AnalyzerReport {}

/** The measurements of a build of a TensorRT engine. */
export interface EngineReport {
  /** Path of `model.plan.json`, which the build writes next to the engine, or of `engine.json`, the record of the engine in S3. */
  readonly path: string;
  /** Type of the instance that built the engine, such as `ml.g5.xlarge`. */
  readonly instanceType: string;
  /**
   * Name of the measured configuration, such as `FP16`. Engines for the same instance type require different names.
   *
   * @default - the model
   */
  readonly configuration?: string;
}
