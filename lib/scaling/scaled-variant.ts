import { InstanceType } from '../platform';

/**
 * What a strategy has to know of the variant that it scales.
 *
 * @internal
 */
export interface ScaledVariant {
  /** Name of the variant. */
  readonly variantName: string;

  /** Instances that a deployment starts. */
  readonly initialInstanceCount: number;

  /** One, or the ordered types of an instance pool. */
  readonly instanceTypes: InstanceType[];

  /**
   * Whether it belongs to an asynchronous endpoint, which has a queue and may have no instance.
   *
   * @default false
   */
  readonly asynchronous?: boolean;

  /**
   * GPUs of each instance, where the endpoint accepts types with that number only.
   *
   * @default - what is known of the types
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
