/** What a candidate's numbers rest on. */
export enum PlanEvidence {
  /** One measurement at saturation: nothing is known about lower load, bursts or percentiles. */
  SINGLE_POINT = 'SINGLE_POINT',
  /** Simulation of Triton's scheduler with measured execution times. */
  SIMULATION = 'SIMULATION',
}

/** What keeps a fleet from being smaller or cheaper. */
export enum BindingConstraint {
  /** Fewer instances would keep up with the load, but not within the latency objective. */
  LATENCY = 'LATENCY',
  /** Fewer instances could not keep up with the load. */
  THROUGHPUT = 'THROUGHPUT',
  /** A cheaper fleet needs more instances than allowed. */
  INSTANCE_LIMIT = 'INSTANCE_LIMIT',
}

/** What is expected of a fleet. The dashboard draws it beside what is measured. */
export interface PlannedPerformance {
  /** Number of instances, spare ones included. Exact for the pick and the runner-up; others are sized to about 2 %. */
  readonly instanceCount: number;
  /** USD per hour of all instances. */
  readonly costPerHour: number;
  /**
   * Latency in milliseconds at the planned load, overhead included: the objective's percentile where it was simulated
   * (to 3 % for the pick and the runner-up, to about 10 % for others), the measured value of a single point.
   */
  readonly latencyMilliseconds: number;
  /** The rate at which one instance is busy all the time, in requests per second. */
  readonly capacityPerInstance: number;
}

/** One way to serve the load. */
export interface PlanCandidate extends PlannedPerformance {
  /** Name of the configuration that was measured. */
  readonly configuration: string;
  /** Instance type, such as `ml.g4dn.2xlarge`. */
  readonly instanceType: string;
  /** Whether it keeps the objective within the instance limit. */
  readonly meetsObjective: boolean;
  /** What the numbers rest on. */
  readonly evidence: PlanEvidence;
  /** What keeps the number of instances from being smaller. */
  readonly bindingConstraint: BindingConstraint;
  /**
   * Whether requests are joined into batches.
   *
   * @default - unknown
   */
  readonly dynamicBatching?: boolean;
  /**
   * Largest batch.
   *
   * @default - unknown
   */
  readonly maxBatchSize?: number;
  /**
   * Model instances per GPU.
   *
   * @default - unknown
   */
  readonly instancesPerGpu?: number;
  /**
   * Queue delay in microseconds.
   *
   * @default - none
   */
  readonly maxQueueDelayMicroseconds?: number;
}

/** What the picked fleet does if something is worse than planned. */
export interface PlanSensitivity {
  /** What is worse. */
  readonly scenario: string;
  /**
   * Instances that would be needed.
   *
   * @default - unknown
   */
  readonly instanceCount?: number;
  /**
   * USD per hour of those.
   *
   * @default - unknown
   */
  readonly costPerHour?: number;
  /**
   * Latency of the picked fleet in milliseconds; absent where it is unknown or the fleet does not keep up.
   *
   * @default - unknown or without bound
   */
  readonly latencyMilliseconds?: number;
  /**
   * Whether the picked fleet still keeps the objective.
   *
   * @default - unknown
   */
  readonly meetsObjective?: boolean;
}

/** One point of a latency curve. */
export interface LoadPoint {
  /** Load of one instance, in requests per second. */
  readonly requestsPerSecond: number;
  /** Latency at the objective's percentile, in milliseconds. */
  readonly latencyMilliseconds: number;
}
