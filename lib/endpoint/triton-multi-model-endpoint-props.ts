import { IBucket } from 'aws-cdk-lib/aws-s3';
import { TritonModel } from '../model';
import { InstanceType, LatencyObjective, RoutingStrategy } from '../platform';
import { Scaling } from '../scaling';
import { EndpointOptions } from './endpoint-options';
import { FleetOptions } from './fleet-options';
import { ModelCacheSetting } from './multi-model/model-cache-setting';

/** Properties of `TritonMultiModelEndpoint`. */
export interface TritonMultiModelEndpointProps extends EndpointOptions, FleetOptions {
  /**
   * The models, each under its own name; more with `addModel`.
   *
   * @default - those that are added
   */
  readonly models?: TritonModel[];

  /**
   * Whether models may be added to the prefix while the endpoint runs, by others than this app. The prefix then stays the same over
   * deployments, and the objects of declared models are named after their content, `<name>-<hash>.tar.gz`.
   *
   * @default false: the prefix is named after its content and never changes; a changed model is a new prefix and a guarded update
   */
  readonly openPrefix?: boolean;

  /**
   * Whether SageMaker keeps models in memory between requests.
   *
   * @default - SageMaker's, ENABLED
   */
  readonly modelCacheSetting?: ModelCacheSetting;

  /**
   * Instance type: one with a single GPU, of those that SageMaker runs multi-model endpoints on.
   *
   * @default InstanceType.G4DN_XLARGE, the cheapest with a GPU (0.7364 USD an hour in us-east-1, 2025-04)
   */
  readonly instanceType?: InstanceType;

  /**
   * Number of instances to begin with. Later deployments keep what scaling made of it.
   *
   * @default 2
   */
  readonly instanceCount?: number;

  /**
   * How the number of instances follows the load.
   *
   * @default - up to twice the instance count, so that the GPUs are busy 60 % of the time; 600 seconds after instances went and 200 after
   * they came it changes again
   */
  readonly scaling?: Scaling;

  /**
   * The latency that has to be kept, by models that are loaded. It sets the latency alarm and the line on the dashboard.
   *
   * @default - p99 of ModelLatency within 1 second
   */
  readonly latencyObjective?: LatencyObjective;

  /**
   * How requests are spread over the instances. SageMaker prefers those on which the model is loaded.
   *
   * @default RoutingStrategy.RANDOM
   */
  readonly routingStrategy?: RoutingStrategy;

  /**
   * Bucket for the archives, in the endpoint's region, below a prefix of the stack's name.
   *
   * @default - a bucket that all endpoints of the stack share; it is removed with the stack, one with open prefixes stays
   */
  readonly modelBucket?: IBucket;

  /**
   * How many former versions of the models stay in the bucket, so that going back does not have to copy them. All that was declared is
   * removed with the endpoint.
   *
   * @default 1
   */
  readonly retainedModelVersions?: number;
}
