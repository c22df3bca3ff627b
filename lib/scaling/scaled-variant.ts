import { InstanceType } from '../platform';

/** What a strategy has to know of the instances that it scales. */
export interface ScaledFleet {
  readonly initialInstanceCount: number;
  /** One, or the ordered types of an instance pool. */
  readonly instanceTypes: InstanceType[];
  /** GPUs of each instance, where the endpoint takes types with that number only; else what is known of the types. */
  readonly gpuCount?: number;
}

/** The variant that is scaled. */
export interface ScaledVariant extends ScaledFleet {
  readonly endpointName: string;
  readonly variantName: string;
}

/** Something that SageMaker or Application Auto Scaling would refuse, or that would have no effect. */
export interface ScalingProblem {
  readonly ruleId: string;
  /** Seen from the variant: `scaling.maxCapacity`, `instanceType`. */
  readonly field: string;
  readonly message: string;
  /** An error when undefined. */
  readonly severity?: 'error' | 'warning';
}

/** What a strategy keeps to, for alarms and dashboards. */
export interface ScalingGoal {
  readonly minCapacity?: number;
  /** Requests per minute and instance. */
  readonly invocationsPerInstance?: number;
  /** Requests in flight per instance. */
  readonly concurrentRequests?: number;
}
