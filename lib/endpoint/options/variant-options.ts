import { Duration, Size } from 'aws-cdk-lib';
import { TritonModel } from '../../model';
import { InferenceAmi, InstanceType, LatencyObjective, RoutingStrategy } from '../../platform';
import { ExpectedTraffic, ICapacityPlan } from '../../measurements';
import { Scaling } from '../../scaling';
import { EndpointOptions } from './endpoint-options';
import { TritonImage } from '../image';
import { ServedModelOptions } from './served-model-options';
import { ServerOptions } from '../../model/server';

/**
 * The container of a model, and its latency.
 *
 * @internal
 */
export interface ServingOptions {
  /**
   * Latency that users must not exceed. It is the threshold of the latency alarm and of the smoke test, and a line on the dashboard.
   *
   * @default - the objective of the plan without the overhead, otherwise a p99 of ModelLatency of 1 second
   */
  readonly latencyObjective?: LatencyObjective;

  /**
   * Container image with Triton: a release that AWS publishes, or your own image.
   *
   * @default TritonImage.defaultRelease(), 26.05
   */
  readonly image?: TritonImage;

  /**
   * Settings of the Triton server, such as threads, caches, environment variables and the protocol.
   *
   * @default - the default settings of the container, without verbose logs
   */
  readonly server?: ServerOptions;

  /**
   * Timeout for the download of the model files, from 60 to 3600 seconds.
   *
   * @default - 300 seconds, plus the duration of the download at 50 MB/s
   */
  readonly modelDataDownloadTimeout?: Duration;

  /**
   * Timeout for the start of the server until its first successful health check, from 60 to 3600 seconds.
   *
   * @default - 300 seconds, plus the time to read the files at 100 MB/s
   */
  readonly containerStartupHealthCheckTimeout?: Duration;
}

/**
 * The instances of an endpoint, except for their type and number.
 *
 * @internal
 */
export interface InstanceOptions {
  /**
   * AMI of the instances, which determines the version of the GPU driver.
   *
   * @default - the AMI that the CUDA version of the image requires on the instance type, or the default of SageMaker if AWS documents that its
   * driver is sufficient
   */
  readonly inferenceAmi?: InferenceAmi;

  /**
   * Size of the storage volume for the model and the container: a whole number of GiB from 1 to 512. Only for instance types without local
   * NVMe storage.
   *
   * @default - the default of SageMaker
   */
  readonly volumeSize?: Size;
}

/**
 * The instances of a variant, and their scaling.
 *
 * @internal
 */
export interface FleetOptions extends ServingOptions, InstanceOptions {
  /**
   * Instance type of every instance. To list several types in order of preference, use `instancePools`.
   *
   * @default - the instance type of the plan, otherwise InstanceType.G4DN_XLARGE, the least expensive type with a GPU
   */
  readonly instanceType?: InstanceType;

  /**
   * Number of instances that the first deployment starts. Later deployments keep the number of instances that autoscaling has set.
   *
   * @default - the instance count of the plan, otherwise 1, or 2 for a multi-model endpoint. If the `minCapacity` of the scaling is higher,
   * the default is `minCapacity`
   */
  readonly instanceCount?: number;

  /**
   * What adds and removes instances: a metric with a target value, a schedule, or nothing (`Scaling.none()`).
   *
   * @default - with a plan, from its `minCapacity` to its `maxCapacity`, at the planned rate. Otherwise up to twice the instance count,
   * with as many concurrent requests per instance as the maximum batch size of the model. For a multi-model endpoint, the target is 60 %
   * GPU utilization, or without GPUs 60 % CPU utilization
   */
  readonly scaling?: Scaling;

  /**
   * Strategy by which SageMaker routes requests to the instances.
   *
   * @default - the strategy of the plan, otherwise RoutingStrategy.LEAST_OUTSTANDING_REQUESTS. For a multi-model endpoint
   * RoutingStrategy.RANDOM, with which SageMaker prefers instances on which the model is loaded
   */
  readonly routingStrategy?: RoutingStrategy;
}

/** An instance type that can serve a variant. */
export interface InstancePool {
  /** Instance type of the pool. */
  readonly instanceType: InstanceType;

  /**
   * Model that instances of this type serve. Set it if the model of the variant is built for a different GPU, as a TensorRT engine is.
   *
   * @default - the model of the variant
   */
  readonly model?: TritonModel;
}

/**
 * The model and the instances of a variant.
 *
 * @internal
 */
export interface ModelFleetOptions extends FleetOptions {
  /**
   * Instance types in order of preference, at most 5, instead of one instance type. If SageMaker has no capacity for the first type,
   * SageMaker uses the next type. The latency objective applies to every type.
   *
   * @default - one instance type
   */
  readonly instancePools?: InstancePool[];

  /**
   * Result of a capacity planner, which chooses the instances. It sets instance type, instance counts, scaling, routing strategy and latency
   * objective, unless you set these properties. If the plan requires all instances at each rate, because of its spare instances, the number of
   * instances does not change. The plan also sets the maximum batch size, the batching and the instance groups of the model, unless the model
   * sets them, as a property or in its config.pbtxt. A property that differs from the plan causes a warning.
   *
   * @default - no plan
   */
  readonly sizing?: ICapacityPlan;

  /**
   * Traffic for which synthesis simulates the scaling. If the simulated latency can violate `latencyObjective` in a minute of the
   * trace, synthesis prints a warning (`sizing.trace`). Endpoints with several variants split the traffic by the weights of the variants.
   *
   * If a number of instances, a target of the scaling or a weight is known only at deployment, synthesis does not simulate the scaling.
   *
   * @default - synthesis does not simulate the scaling
   */
  readonly expectedTraffic?: ExpectedTraffic;
}

/** A variant of an endpoint. Options that the variant does not set are inherited from the endpoint. */
export interface VariantOptions extends ModelFleetOptions {
  /**
   * Name of the variant: 1 to 63 letters, digits and hyphens. It must not begin or end with a hyphen. Do not change the name: SageMaker
   * treats a variant with a different name as a new variant. The new variant does not keep the scaled capacity, and the deployment
   * guardrails do not apply to it.
   */
  readonly variantName: string;

  /**
   * Weight that determines the variant's share of the traffic. The share is its weight divided by the sum of all weights. A variant with weight 0
   * receives only requests that name it.
   *
   * A shadow variant receives copies of this share of the requests, above 0 and up to 1, next to a production variant with weight 1.
   *
   * @default 1
   */
  readonly weight?: number;

  /**
   * Model that the variant serves.
   *
   * @default - the model of the endpoint
   */
  readonly model?: TritonModel;
}

/** Properties of `TritonRealtimeEndpoint`. */
export interface TritonRealtimeEndpointProps extends EndpointOptions, ModelFleetOptions, ServedModelOptions {
  /**
   * Production variants of the endpoint, up to 10. Their weights determine their shares of the traffic. Options that a variant does not
   * set, such as model, instance type and scaling, are inherited from the endpoint.
   *
   * @default - one variant named `AllTraffic`
   */
  readonly variants?: VariantOptions[];

  /**
   * Shadow variants, which receive copies of the requests. Their responses are not returned to the caller, but `dataCapture` stores them.
   * SageMaker supports one shadow variant, in addition to one production variant. Alarms and the dashboard compare the latency and the errors
   * of both, but not their responses.
   *
   * @default - no shadow variant
   */
  readonly shadowVariants?: VariantOptions[];
}

/**
 * Options of a variant of a real-time endpoint, including those that it inherits from the endpoint.
 *
 * @internal
 */
export type InheritedOptions = EndpointOptions & ServedModelOptions & VariantOptions;
