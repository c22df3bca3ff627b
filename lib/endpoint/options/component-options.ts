import { Duration, Size } from 'aws-cdk-lib';
import { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { InstanceType, RoutingStrategy } from '../../platform';
import { Scaling } from '../../scaling';
import { SmokeTestOptions } from '../../smoke-test';
import { SharedEndpointOptions } from './endpoint-options';
import { ServedModelOptions } from './served-model-options';
import { InstanceOptions, ServingOptions } from './variant-options';
import { CopyPlacement } from './copy-placement';
import { CopyShare } from '../update/copy-share';
import { InstanceScaleIn } from './instance-scale-in';

/** How an update replaces the copies of an inference component. */
export interface ComponentRollingUpdateOptions {
  /**
   * Share of the copies that the update replaces in one step: 5 to 50 %. SageMaker first starts the new copies of a step, so the fleet must
   * have room for them in addition to all old copies.
   *
   * @default CopyShare.percent(50)
   */
  readonly maximumBatchSize?: CopyShare;

  /**
   * Share of the copies that a rollback restores in one step, up to 100 %.
   *
   * @default - the `maximumBatchSize`. SageMaker's default is 100 %, which requires room for all old copies
   */
  readonly rollbackBatchSize?: CopyShare;

  /**
   * Time for which the alarms are monitored after each step: up to 1 hour.
   *
   * @default - the time that the rollback alarms require to fire. Zero without rollback alarms
   */
  readonly waitInterval?: Duration;

  /**
   * Time after which the update fails and rolls back: 10 minutes to 8 hours.
   *
   * @default - the default of SageMaker
   */
  readonly maximumExecutionTimeout?: Duration;

  /**
   * Whether an update rolls back on the alarms that the library creates for the component: latency, 5XX rate and, if they apply, response
   * streams that end with an error, time to the first chunk and the probe. SageMaker publishes no metrics for the new copies alone, so
   * these alarms monitor all copies of the component.
   *
   * @default true
   */
  readonly autoRollback?: boolean;

  /**
   * Additional alarms on which an update rolls back. Together with the component's own alarms, the maximum is 10. All of them must be metric
   * alarms, and none of them can treat missing data as breaching.
   *
   * @default - no additional alarms
   */
  readonly rollbackAlarms?: IAlarm[];
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
   * `CopyPlacement.spread({ maxZoneImbalance: 100 })`: AWS does not document whether an update without a placement removes the current one.
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
  readonly rollingUpdate?: ComponentRollingUpdateOptions;

  /**
   * Requests of the smoke test after a deployment of the component, and the expected responses. If a response differs, the deployment
   * fails and CloudFormation rolls it back.
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
   * @default - the default of SageMaker, which is not documented. Probably that of InstanceScaleIn.idleRelease()
   */
  readonly scaleIn?: InstanceScaleIn;

  /**
   * Strategy by which SageMaker routes requests to the copies of a component.
   *
   * @default RoutingStrategy.LEAST_OUTSTANDING_REQUESTS
   */
  readonly routingStrategy?: RoutingStrategy;
}
