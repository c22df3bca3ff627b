import { InstanceType } from '../platform';

/** What a strategy has to know of the variant that it scales. */
export interface ScaledVariant {
  readonly variantName: string;
  readonly initialInstanceCount: number;
  /** One, or the ordered types of an instance pool. */
  readonly instanceTypes: InstanceType[];
  /** GPUs of each instance, where the endpoint takes types with that number only; else what is known of the types. */
  readonly gpuCount?: number;
}

/** What a strategy keeps to, for alarms and dashboards. */
export interface ScalingGoal {
  readonly minCapacity?: number;
  /** Requests per minute and instance. */
  readonly invocationsPerInstance?: number;
  /** Requests in flight per instance. */
  readonly concurrentRequests?: number;
}
