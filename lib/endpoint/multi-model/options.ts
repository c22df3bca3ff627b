import { IBucket } from 'aws-cdk-lib/aws-s3';
import { TritonModel } from '../../model';
import { EndpointOptions } from '../endpoint-options';
import { FleetOptions } from '../variant/options';

/**
 * Properties of `TritonMultiModelEndpoint`.
 *
 * Where nothing is said of the fleet, it is two `ml.g4dn.xlarge`, which scale up to four to keep the GPUs at 60 %, not again for 600
 * seconds after they went down and 200 after they went up.
 */
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
   * Whether a model stays loaded until another one needs its memory (`ModelCacheSetting`). `false` unloads each model after its request:
   * for very many models of which each is invoked rarely, so that no request waits for the unloading of another model.
   *
   * @default - SageMaker's own: true
   */
  readonly modelCaching?: boolean;

  /**
   * Bucket for the archives, in the endpoint's region, below `<account>/<region>/<stack>/`.
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
