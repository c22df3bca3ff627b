import { IBucket } from 'aws-cdk-lib/aws-s3';
import { TritonModel } from '../../model';
import { EndpointOptions } from '../options/endpoint-options';
import { FleetOptions } from '../options/variant-options';

/**
 * Properties of `TritonMultiModelEndpoint`.
 *
 * By default, the endpoint has two `ml.g4dn.xlarge` instances and scales out to at most four, with a target of 60 % GPU utilization. On
 * instances without GPUs, the target is 60 % CPU utilization. The scale-in cooldown is 600 seconds and the scale-out cooldown 200 seconds.
 */
export interface TritonMultiModelEndpointProps extends EndpointOptions, FleetOptions {
  /**
   * Models of the endpoint, each with a unique name. To add models later, use `addModel`.
   *
   * @default - no models other than those added with `addModel`
   */
  readonly models?: TritonModel[];

  /**
   * Whether other tools than this app can add models to the prefix while the endpoint runs. The prefix is then the same for all
   * deployments, and the S3 key of each model of this app contains a hash of the content, `<name>-<hash>.tar.gz`.
   *
   * @default false - the prefix is named after its content and never changes. A changed model results in a new prefix and a blue/green or
   * rolling update
   */
  readonly openPrefix?: boolean;

  /**
   * Whether a model stays loaded until a different model requires its memory (`ModelCacheSetting`). With `false`, SageMaker unloads each
   * model after its request. Use `false` for a large number of models that are each invoked rarely, so no request waits until a different
   * model is unloaded.
   *
   * @default - the default of SageMaker, true
   */
  readonly modelCaching?: boolean;

  /**
   * S3 bucket for the archives, in the Region of the endpoint, under the prefix `<account>/<region>/<stack>/`.
   *
   * The bucket of the library has no versioning and no access log. To have these, pass your own bucket. S3 then bills each version of a
   * model, even if the stack deletes the model: add a lifecycle rule for noncurrent versions.
   *
   * @default - a bucket that all endpoints of the stack share. It is deleted with the stack, unless it contains open prefixes
   */
  readonly modelBucket?: IBucket;
}
