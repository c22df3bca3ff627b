import { InstanceType } from '../platform';

/**
 * Properties of a variant or an inference component that scaling strategies require.
 *
 * @internal
 */
export interface ScaledVariant {
  /** Name of the variant, or of the component within its endpoint. */
  readonly variantName: string;

  /**
   * Name of the inference component in SageMaker. If it is set, strategies scale the number of copies of this component.
   *
   * @default - strategies scale the number of instances of the variant
   */
  readonly inferenceComponentName?: string;

  /**
   * Name of the endpoint.
   *
   * @default - not known
   */
  readonly endpointName?: string;

  /** Number of instances that a deployment starts, or of copies with which a component is created. */
  readonly initialInstanceCount: number;

  /** Instance type of the variant or of the component's fleet, or the types of an instance pool in order of preference. */
  readonly instanceTypes: InstanceType[];

  /**
   * Whether the variant belongs to an asynchronous endpoint. Such an endpoint has a queue and can have zero instances.
   *
   * @default false
   */
  readonly asynchronous?: boolean;

  /**
   * Number of GPUs of each instance. Set this property if the endpoint accepts only instance types with this number of GPUs.
   *
   * @default - the number of GPUs of the instance types, if it is known
   */
  readonly gpuCount?: number;
}

/** Minimum and maximum number of instances of a variant or of copies of a component, including all scheduled changes. Both numbers can be tokens. */
export interface InstanceRange {
  readonly minimum: number;
  readonly maximum: number;
}

/** Scaling targets, for alarms and dashboards. The targets of a component are per copy. */
export interface ScalingTargets {
  /** Requests per minute per instance. */
  readonly invocationsPerInstance?: number;
  /** Concurrent requests per instance. */
  readonly concurrentRequests?: number;
  /** Requests in the queue per instance. */
  readonly backlogPerInstance?: number;
}
