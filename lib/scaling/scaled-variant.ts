/** The variant that is scaled. */
export interface ScaledVariant {
  readonly endpointName: string;
  readonly variantName: string;
  readonly initialInstanceCount: number;
}

/** A number that SageMaker or Application Auto Scaling would refuse. */
export interface ScalingProblem {
  readonly property: string;
  readonly message: string;
}

/** What a strategy keeps to, for alarms and dashboards. */
export interface ScalingGoal {
  readonly minCapacity?: number;
  /** Requests per minute and instance. */
  readonly invocationsPerInstance?: number;
  /** Requests in flight per instance. */
  readonly concurrentRequests?: number;
}
