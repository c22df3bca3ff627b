/** A file with measurements, and the conditions of the measurement, which the file does not contain. */
export interface MeasurementReport {
  /**
   * Path of the file: a CSV file of perf_analyzer or Model Analyzer; or `model.plan.json`, which the build of an engine writes next to the
   * engine; or `engine.json`, the record of an engine in S3.
   */
  readonly path: string;
  /** Instance type of the measurement, such as `ml.g5.xlarge`. */
  readonly instanceType: string;
  /**
   * Batch size of the requests of perf_analyzer (`-b`).
   *
   * @default - required for perf_analyzer. Other files contain the batch sizes
   */
  readonly batch?: number;
  /**
   * Name of the measured configuration, such as `FP16`. Engines for the same instance type require different names.
   *
   * @default - the model. Files of Model Analyzer contain the names
   */
  readonly configuration?: string;
  /**
   * Number of model instances per GPU during the run of perf_analyzer.
   *
   * @default 1
   */
  readonly instancesPerGpu?: number;
  /**
   * Triton release of the measurement with an analyzer, such as `24.09`.
   *
   * @default - not known, and the plan has a caveat about it
   */
  readonly tritonRelease?: string;
  /**
   * Date of the measurement with an analyzer, such as `2026-11-21`.
   *
   * @default - not known, and the plan has a caveat about it
   */
  readonly measuredOn?: string;
}
