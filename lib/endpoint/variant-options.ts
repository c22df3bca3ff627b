import { Duration } from 'aws-cdk-lib';
import { TritonModel } from '../model';
import { InstanceType } from '../platform';
import { CapacityPlan } from '../sizing';
import { FleetOptions } from './fleet-options';

/** One of the instance types that may serve a variant. */
export interface InstancePool {
  /** Instance type. */
  readonly instanceType: InstanceType;

  /**
   * The model for this type, where one built for another GPU does not run on it, as TensorRT engines do not.
   *
   * @default - the variant's
   */
  readonly model?: TritonModel;
}

/** The model and the fleet of a variant. */
export interface ModelFleetOptions extends FleetOptions {
  /**
   * Instance types in the order of preference, at most 5, instead of one instance type: where SageMaker has no capacity of the
   * first, it takes the next. The latency objective has to hold for each of them.
   *
   * @default - one instance type
   */
  readonly instancePools?: InstancePool[];

  /**
   * How long SageMaker looks for instances of one pool before it tries the next, 300 to 3600 seconds. Only with pools.
   *
   * @default - SageMaker's
   */
  readonly instanceProvisionTimeout?: Duration;

  /**
   * A capacity plan: instance type, counts, scaling, routing and objective are the plan's where these properties leave them
   * open, and the model gets the plan's batching and instance groups.
   *
   * @default - no plan
   */
  readonly sizing?: CapacityPlan;
}

/** One variant of an endpoint. What is left open is the endpoint's. */
export interface VariantOptions extends ModelFleetOptions {
  /**
   * Name of the variant: 1 to 63 letters, digits and inner hyphens. It has to stay: a variant with another name is another
   * variant to SageMaker, which keeps neither its scaled capacity nor its place in a guarded update.
   */
  readonly variantName: string;

  /**
   * The variant's share of the traffic is its weight over the sum of all weights; 0 gives it none but requests that name it.
   * A shadow variant gets copies of this share of the production variant's requests.
   *
   * @default 1
   */
  readonly weight?: number;

  /**
   * The model that it serves.
   *
   * @default - the endpoint's
   */
  readonly model?: TritonModel;
}
