import { IBucket } from 'aws-cdk-lib/aws-s3';
import { TritonModel } from '../../model';

/**
 * Options of endpoints that serve one model for each variant: the model, and how its files are deployed.
 *
 * @internal
 */
export interface ServedModelOptions {
  /** Model that the endpoint serves. An ensemble includes its composing models. */
  readonly model: TritonModel;

  /**
   * S3 bucket for the files of the model, in the Region of the endpoint, under the prefix `<account>/<region>/<stack>/`.
   * Each version of the model has its own prefix, whose content does not change.
   *
   * The bucket of the library has no versioning and no access log. To have these, pass your own bucket. S3 then bills each version of a
   * model, even if the stack deletes the model: add a lifecycle rule for noncurrent versions.
   *
   * @default - a bucket that all endpoints of the stack share and that is deleted with the stack
   */
  readonly modelBucket?: IBucket;
}
