/** The evidence for the performance of a candidate. */
export enum PlanEvidence {
  /** One measurement at saturation. The percentiles, and the performance at lower load and with bursts, are not known. */
  SINGLE_POINT = 'SINGLE_POINT',
  /** Simulation of Triton's scheduler with measured execution times. */
  SIMULATION = 'SIMULATION',
}

/** The constraint that prevents a smaller or less expensive fleet. */
export enum BindingConstraint {
  /** Fewer instances could process the load, but would exceed the latency objective. */
  LATENCY = 'LATENCY',
  /** Fewer instances could not process the load. */
  THROUGHPUT = 'THROUGHPUT',
  /** A less expensive fleet would require more instances than the limit. */
  INSTANCE_LIMIT = 'INSTANCE_LIMIT',
}

/** The expected performance of a fleet. The dashboard shows the expected values next to the measured values. */
export interface PlannedPerformance {
  /**
   * Number of instances, including spare instances. Exact for the selected candidate and the runner-up. For other candidates, accurate to
   * about 2 %.
   */
  readonly instanceCount: number;
  /**
   * Cost of all instances in USD per hour.
   *
   * @default - the price of the instance type is not known
   */
  readonly costPerHour?: number;
  /**
   * Latency in milliseconds at the planned load, including the headroom and the overhead, if all spare instances have failed. With a simulation, the value is the percentile of the objective,
   * accurate to 3 % for the selected candidate and the runner-up, and to about 10 % for other candidates. With a single point, the value is
   * the measured latency.
   */
  readonly latencyMilliseconds: number;
  /** Rate at which one instance is fully utilized, in requests per second. */
  readonly capacityPerInstance: number;
}

/** A candidate fleet for the load. */
export interface PlanCandidate extends PlannedPerformance {
  /** Name of the measured configuration. */
  readonly configuration: string;
  /** Instance type, such as `ml.g4dn.2xlarge`. */
  readonly instanceType: string;
  /** Whether the candidate meets the objective within the limit of instances. */
  readonly meetsObjective: boolean;
  /** Evidence for the performance of the candidate. */
  readonly evidence: PlanEvidence;
  /** Constraint that prevents a smaller number of instances. */
  readonly bindingConstraint: BindingConstraint;
  /**
   * Whether requests are batched dynamically.
   *
   * @default - not known
   */
  readonly dynamicBatching?: boolean;
  /**
   * Maximum batch size.
   *
   * @default - not known
   */
  readonly maxBatchSize?: number;
  /**
   * Number of model instances per GPU, or on the CPU if the instance type has no GPUs.
   *
   * @default - not known
   */
  readonly instancesPerGpu?: number;
  /**
   * Queue delay in microseconds.
   *
   * @default - no queue delay
   */
  readonly maxQueueDelayMicroseconds?: number;
}

/** The performance of the selected fleet in a scenario, at the planned load including the headroom. */
export interface PlanSensitivity {
  /** Description of the scenario. */
  readonly scenario: string;
  /**
   * Number of instances of the smallest fleet that meets the objective in the scenario. Comparable with the number of instances of the
   * selected fleet, which includes the spare instances.
   *
   * @default - not known, or no number of instances meets the objective
   */
  readonly instanceCount?: number;
  /**
   * Cost of this smallest fleet in USD per hour.
   *
   * @default - not known, or no number of instances meets the objective
   */
  readonly costPerHour?: number;
  /**
   * Latency of the selected fleet in milliseconds, with all instances that have not failed in the scenario.
   *
   * @default - not known, or the fleet cannot process the load
   */
  readonly latencyMilliseconds?: number;
  /**
   * Whether the selected fleet still meets the objective.
   *
   * @default - not known
   */
  readonly meetsObjective?: boolean;
}

/** A point of the load curve: the latency of one instance at one load. */
export interface LoadPoint {
  /** Load of one instance, in requests per second. */
  readonly requestsPerSecond: number;
  /** Latency at the objective's percentile, in milliseconds. */
  readonly latencyMilliseconds: number;
}
