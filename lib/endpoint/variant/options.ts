import { Duration, Size } from 'aws-cdk-lib';
import { TritonModel } from '../../model';
import { InferenceAmi, InstanceType, LatencyObjective, RoutingStrategy } from '../../platform';
import { Scaling } from '../../scaling';
import { CapacityPlan } from '../../sizing';
import { TritonImage } from '../image';
import { ServerOptions } from '../server';

/**
 * The instances that serve a variant, and how their number follows the load.
 *
 * @internal
 */
export interface FleetOptions {
  /**
   * Instance type.
   *
   * @default - the plan's, else InstanceType.G4DN_XLARGE, the cheapest with a GPU (0.7364 USD an hour in us-east-1, 2025-04)
   */
  readonly instanceType?: InstanceType;

  /**
   * Number of instances to begin with. Later deployments keep what scaling made of it.
   *
   * @default - the plan's, else 1; 2 on a multi-model endpoint; more where the `minCapacity` of the scaling is more
   */
  readonly instanceCount?: number;

  /**
   * How the number of instances follows the load.
   *
   * @default - with a plan from 1 instance to the planned count at the planned rate; else up to twice the instance count, at
   * as many requests in flight per instance as a batch of the model holds. On a multi-model endpoint so that 60 % of the GPUs are busy
   */
  readonly scaling?: Scaling;

  /**
   * The latency that has to be kept. It sets the latency alarm and the line on the dashboard.
   *
   * @default - the plan's without the overhead, else p99 of ModelLatency within 1 second
   */
  readonly latencyObjective?: LatencyObjective;

  /**
   * How requests are spread over the instances.
   *
   * @default - the plan's, else RoutingStrategy.LEAST_OUTSTANDING_REQUESTS; RANDOM on a multi-model endpoint, where SageMaker prefers
   * instances on which the model is loaded
   */
  readonly routingStrategy?: RoutingStrategy;

  /**
   * Triton's image.
   *
   * @default TritonImage.defaultRelease(), 26.05
   */
  readonly image?: TritonImage;

  /**
   * The hosts' image, which decides over the GPU driver.
   *
   * @default - the one that the image's CUDA needs on the instance type; SageMaker's own where its driver will do
   */
  readonly inferenceAmi?: InferenceAmi;

  /**
   * How the server is started.
   *
   * @default - the container's own settings, but without verbose logs
   */
  readonly server?: ServerOptions;

  /**
   * Size of the disk that holds model and container, whole GiB from 1 to 512; only for types without NVMe of their own.
   *
   * @default - SageMaker's
   */
  readonly volumeSize?: Size;

  /**
   * How long the download of the model's files may take, 60 to 3600 seconds.
   *
   * @default - 300 seconds and the time that the files take at 50 MB/s
   */
  readonly modelDataDownloadTimeout?: Duration;

  /**
   * How long the server may take until it answers its first health check, 60 to 3600 seconds.
   *
   * @default - 300 seconds and the time that the files take at 100 MB/s
   */
  readonly containerStartupHealthCheckTimeout?: Duration;

  /**
   * Whether Systems Manager may open a shell in the container (`EnableSSMAccess`), for users with `ssm:StartSession` on the endpoint. For
   * debugging: SageMaker installs security patches and replaces faulty instances up to a day later, and rejects it in accounts that AWS
   * Support has not enabled for it. A change starts a new fleet.
   *
   * @default false
   */
  readonly ssmAccess?: boolean;
}

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

/**
 * The model and the fleet of a variant.
 *
 * @internal
 */
export interface ModelFleetOptions extends FleetOptions {
  /**
   * Instance types in the order of preference, at most 5, instead of one instance type: where SageMaker has no capacity of the
   * first, it takes the next. The latency objective has to hold for each of them.
   *
   * @default - one instance type
   */
  readonly instancePools?: InstancePool[];

  /**
   * How long SageMaker tries to find instances, of all pools together, before the deployment fails for want of capacity: 300 to 3600 seconds.
   * The download of the model and the start of the container are not part of it.
   *
   * Source: API reference of SageMaker, ProductionVariant; developer guide, "Deploy to multiple instance types with instance pools" (read
   * 2026-11-22).
   *
   * @default - SageMaker's
   */
  readonly instanceProvisionTimeout?: Duration;

  /**
   * ARN of a SageMaker training plan in whose capacity all instances start. The plan's target resource is `endpoint`, and its instance type
   * is the variant's; an endpoint has one plan.
   *
   * It becomes `CapacityReservationConfig` with the preference `capacity-reservations-only`: where the plan has no free instance, an instance
   * fails to start. An update that starts a second fleet needs room for both. The plan has to be active, and when it expires, the endpoint
   * stops serving.
   *
   * Source: Amazon SageMaker AI developer guide, "Using training plans for SageMaker inference endpoints" (read 2026-11-22).
   *
   * @default - on-demand instances
   */
  readonly mlReservationArn?: string;

  /**
   * A capacity plan: instance type, counts, scaling, routing and objective are the plan's where these properties leave them
   * open, and the model gets the plan's batching and instance groups.
   *
   * @default - no plan
   */
  readonly sizing?: CapacityPlan;
}

/** One variant of an endpoint. Unset options inherit from the endpoint. */
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
