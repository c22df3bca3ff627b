/**
 * The result of a benchmark for one configuration on one instance type. Metrics that Inference Recommender omits or reports as NaN are
 * undefined, and so is what a table does not contain.
 */
export interface Recommendation {
  /** Name of the benchmark, if any, followed by the tuned environment parameters, if any; `model` if there are neither. */
  readonly configuration: string;
  /** Instance type, such as `ml.g4dn.2xlarge`. */
  readonly instanceType: string;
  /** Maximum number of requests per minute that one instance could process. */
  readonly invocationsPerMinute?: number;
  /** ModelLatency in milliseconds at the rate `invocationsPerMinute`. */
  readonly modelLatencyMilliseconds?: number;
  /** Price of one instance in USD per hour. */
  readonly usdPerInstanceHour?: number;
  /** Whether requests are batched dynamically. */
  readonly dynamicBatching?: boolean;
  /** Number of model instances on each GPU. */
  readonly instanceGroupCount?: number;
}
