/**
 * What a benchmark measured of one configuration on one instance type. Inference Recommender leaves metrics out, or gives NaN for them:
 * then they are absent here.
 */
export interface Recommendation {
  /** Name of the configuration: of the variation in a sweep, else the tuned environment parameters, or `model`. */
  readonly configuration: string;

  /** Instance type, such as `ml.g4dn.2xlarge`. */
  readonly instanceType: string;

  /**
   * The most requests per minute that one instance kept up with.
   *
   * @default - not measured
   */
  readonly invocationsPerMinute?: number;

  /**
   * ModelLatency in milliseconds at that rate.
   *
   * @default - not measured
   */
  readonly modelLatencyMilliseconds?: number;

  /**
   * USD per hour of one instance.
   *
   * @default - not told
   */
  readonly usdPerInstanceHour?: number;

  /**
   * CPU utilization at that rate, in percent.
   *
   * @default - not measured
   */
  readonly cpuUtilization?: number;

  /**
   * Utilization of main memory at that rate, in percent.
   *
   * @default - not measured
   */
  readonly memoryUtilization?: number;

  /**
   * Whether the model is a TensorRT plan.
   *
   * @default - unknown
   */
  readonly tensorrt?: boolean;

  /**
   * Whether requests were joined into batches.
   *
   * @default - unknown
   */
  readonly dynamicBatching?: boolean;

  /**
   * Instances of the model on each GPU.
   *
   * @default - unknown
   */
  readonly instanceGroupCount?: number;

  /**
   * vCPUs of the instance type.
   *
   * @default - unknown
   */
  readonly vcpus?: number;

  /**
   * GPUs of the instance type.
   *
   * @default - unknown
   */
  readonly gpus?: number;

  /**
   * Main memory of the instance type, in GiB.
   *
   * @default - unknown
   */
  readonly memoryGib?: number;
}
