import { Duration, Size } from 'aws-cdk-lib';
import { InstanceType, RoutingStrategy } from '../../platform';
import { Scaling } from '../../scaling';
import { SmokeTestOptions } from '../../smoke-test';
import { SharedEndpointOptions } from './endpoint-options';
import { ServedModelOptions } from './served-model-options';
import { InstanceOptions, ServingOptions } from './variant-options';
import { RollingUpdateOptions } from '../update/options';

/**
 * How SageMaker places the copies of an inference component on the instances. Copies are first balanced over the Availability Zones, and then
 * over the instances in each zone.
 *
 * Source: API reference of SageMaker, InferenceComponentSchedulingConfig (read 2026-11-28).
 */
export interface CopyPlacement {
  /**
   * Whether to pack the copies onto few instances, so the endpoint needs fewer instances. Otherwise they are distributed evenly over the
   * instances, so the loss of an instance stops few copies.
   *
   * @default false
   */
  readonly binpack?: boolean;

  /**
   * Maximum difference between the numbers of copies in two Availability Zones, 0 to 100. If SageMaker cannot comply with the available
   * capacity, it places the copy nevertheless. Applies if the endpoint has instances in two or more zones.
   *
   * @default 0
   */
  readonly maxZoneImbalance?: number;
}

/**
 * How SageMaker removes instances of an endpoint with inference components.
 *
 * Source: API reference of SageMaker, ProductionVariantManagedInstanceScalingScaleInPolicy (read 2026-11-28).
 */
export interface InstanceScaleIn {
  /**
   * Whether SageMaker also moves copies to fewer instances, so that more instances have no copies. A copy that moves starts again on a
   * different instance.
   *
   * @default false - SageMaker removes only instances that have no copies
   */
  readonly consolidate?: boolean;

  /**
   * Maximum number of instances that SageMaker removes at a time, 1 to 100. Requires `consolidate`.
   *
   * @default 1
   */
  readonly maximumStepSize?: number;

  /**
   * Time after the last operation on the endpoint before SageMaker moves copies: 5 minutes to 24 hours, in whole minutes. Requires
   * `consolidate`.
   *
   * @default Duration.minutes(20)
   */
  readonly cooldown?: Duration;
}

/** A model of an endpoint with inference components, and the resources of its copies. */
export interface InferenceComponentOptions extends ServedModelOptions, ServingOptions {
  /**
   * Name of the component, unique on the endpoint: letters, digits and inner hyphens. SageMaker's name of the component is the name of the
   * endpoint, a hyphen and this name, at most 63 characters together. If you change the name, a deployment creates a new component and deletes
   * the old one.
   */
  readonly componentName: string;

  /**
   * Number of GPUs that each copy reserves: a whole number. Copies do not share a GPU. 0 runs the model on the CPU.
   *
   * @default - 1 on instance types with GPUs, otherwise 0
   */
  readonly gpuCount?: number;

  /**
   * Number of vCPUs that each copy reserves, at least 0.25.
   *
   * @default - no reservation if the copy reserves a GPU, otherwise 1
   */
  readonly cpuCores?: number;

  /**
   * Memory that each copy reserves, at least 128 MiB. SageMaker starts a copy only on an instance with this much unreserved memory. An
   * instance has less memory for copies than its type: users report that SageMaker rejected 4 GiB on ml.g5.xlarge, which has 16 GiB, and
   * accepted 1 GiB.
   *
   * @default Size.gibibytes(1)
   */
  readonly minMemory?: Size;

  /**
   * Memory that each copy can use, at least `minMemory`. AWS does not document what happens to a copy that exceeds it.
   *
   * @default - no limit
   */
  readonly maxMemory?: Size;

  /**
   * Number of copies that the first deployment starts, at least 1. Later deployments keep the number of copies that autoscaling has set.
   * Exception: an update of a component with zero copies starts one copy.
   *
   * @default 1. If the `minCapacity` of the scaling is higher, the default is `minCapacity`
   */
  readonly copyCount?: number;

  /**
   * What adds and removes copies: `Scaling.concurrentRequestsPerCopy`, `Scaling.invocationsPerCopy`, a schedule, or nothing (`Scaling.none()`).
   * With a `minCapacity` of 0, the component scales in to zero copies when it receives no requests.
   *
   * @default - from `copyCount` to twice `copyCount` copies, with as many concurrent requests per copy as the maximum batch size of the model,
   * or 1 for a model without batching. Nothing with EndpointPurpose.DEVELOPMENT
   */
  readonly scaling?: Scaling;

  /**
   * How SageMaker places the copies on the instances. To return to the default of SageMaker, set
   * `{ maxZoneImbalance: 100 }`: AWS does not document whether an update without a placement removes the current one.
   *
   * @default - the default of SageMaker, which distributes the copies evenly over the instances, without regard to Availability Zones (AWS
   * Machine Learning Blog, 2026-08-28)
   */
  readonly placement?: CopyPlacement;

  /**
   * Whether each instance of the endpoint stores the image and the model files, so that copies start faster when the component scales out.
   *
   * @default true
   */
  readonly dataCache?: boolean;

  /**
   * How an update replaces the copies.
   *
   * @default - half of the copies at a time, with a rollback on the alarms of the component
   */
  readonly rollingUpdate?: RollingUpdateOptions;

  /**
   * The smoke test after a deployment of the component. If a response differs from the expected response, the deployment fails and
   * CloudFormation rolls it back.
   *
   * @default - the smoke test of the endpoint: the examples of the model, or zeros for a model without examples
   */
  readonly smokeTest?: SmokeTestOptions;
}

/** Properties of `TritonInferenceComponents`. */
export interface TritonInferenceComponentsProps extends SharedEndpointOptions, InstanceOptions {
  /** The models, each as one inference component. */
  readonly components: InferenceComponentOptions[];

  /** Instance type of every instance. */
  readonly instanceType: InstanceType;

  /**
   * Maximum number of instances. If all instances are in use, a component cannot scale out, and an update cannot start new copies. Synthesis
   * compares the number with the copies of all components.
   *
   * This property has no default, because a change of it updates the endpoint: if it followed from the components, a new component would
   * affect the others.
   */
  readonly maxInstanceCount: number;

  /**
   * Number of instances that the first deployment starts, before it creates the components. SageMaker then adds and removes instances for the
   * copies of the components (managed instance scaling).
   *
   * @default - minInstanceCount, at least 1
   */
  readonly instanceCount?: number;

  /**
   * Minimum number of instances. With 0, the endpoint has no instances while no component has copies. A project reports that SageMaker
   * rejects 0 in eu-west-3 and accepts it in us-east-1. The other Regions are not known.
   *
   * @default 1
   */
  readonly minInstanceCount?: number;

  /**
   * How SageMaker removes instances.
   *
   * @default - the default of SageMaker, which is not documented. Probably that of `{}`
   */
  readonly scaleIn?: InstanceScaleIn;

  /**
   * Strategy by which SageMaker routes requests to the copies of a component.
   *
   * @default RoutingStrategy.LEAST_OUTSTANDING_REQUESTS
   */
  readonly routingStrategy?: RoutingStrategy;
}
