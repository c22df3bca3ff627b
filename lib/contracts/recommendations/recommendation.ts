/**
 * The result of a benchmark for one configuration on one instance type. Metrics that Inference Recommender omits or reports as NaN are
 * undefined.
 */
export interface Recommendation {
  /** Name of the benchmark, if any, followed by the tuned environment parameters, if any; `model` if there are neither. */
  readonly configuration: string;

  /** Instance type, such as `ml.g4dn.2xlarge`. */
  readonly instanceType: string;

  /**
   * Maximum number of requests per minute that one instance could process.
   *
   * @default - not measured
   */
  readonly invocationsPerMinute?: number;

  /**
   * ModelLatency in milliseconds at the rate `invocationsPerMinute`.
   *
   * @default - not measured
   */
  readonly modelLatencyMilliseconds?: number;

  /**
   * Price of one instance in USD per hour.
   *
   * @default - not known
   */
  readonly usdPerInstanceHour?: number;

  /**
   * CPU utilization at the rate `invocationsPerMinute`, in percent.
   *
   * @default - not measured
   */
  readonly cpuUtilization?: number;

  /**
   * Memory utilization at the rate `invocationsPerMinute`, in percent.
   *
   * @default - not measured
   */
  readonly memoryUtilization?: number;

  /**
   * Whether the model is a TensorRT engine.
   *
   * @default - not known
   */
  readonly tensorrt?: boolean;

  /**
   * Whether requests are batched dynamically.
   *
   * @default - not known
   */
  readonly dynamicBatching?: boolean;

  /**
   * Number of model instances on each GPU.
   *
   * @default - not known
   */
  readonly instanceGroupCount?: number;

  /**
   * Number of vCPUs of the instance type.
   *
   * @default - not known
   */
  readonly vcpus?: number;

  /**
   * Number of GPUs of the instance type.
   *
   * @default - not known
   */
  readonly gpus?: number;

  /**
   * Memory of the instance type, in GiB.
   *
   * @default - not known
   */
  readonly memoryGib?: number;
}
