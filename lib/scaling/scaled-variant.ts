import { InstanceType } from '../platform';

/**
 * What a strategy has to know of the variant that it scales.
 *
 * @internal
 */
export interface ScaledVariant {
  /** Name of the variant. */
  readonly variantName: string;

  /** Number of instances that a deployment starts. */
  readonly initialInstanceCount: number;

  /** Instance type of the variant, or the types of an instance pool in order of preference. */
  readonly instanceTypes: InstanceType[];

  /**
   * Whether the variant belongs to an asynchronous endpoint. Such an endpoint has a queue and can have zero instances.
   *
   * @default false
   */
  readonly asynchronous?: boolean;

  /**
   * Number of GPUs of each instance. Set it if the endpoint accepts only instance types with this number of GPUs.
   *
   * @default - the number of GPUs of the instance types, if it is known
   */
  readonly gpuCount?: number;
}

/** Fewest and most instances of a variant, over all times of a schedule. Either may only be known at deploy time. */
export interface InstanceRange {
  readonly minimum: number;
  readonly maximum: number;
}

/** What a strategy keeps to, for alarms and dashboards. */
export interface ScalingGoal {
  /** Requests per minute and instance. */
  readonly invocationsPerInstance?: number;
  /** Requests in flight per instance. */
  readonly concurrentRequests?: number;
  /** Requests in the queue per instance. */
  readonly backlogPerInstance?: number;
}
