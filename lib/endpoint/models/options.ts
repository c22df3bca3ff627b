import { Duration } from 'aws-cdk-lib';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { AssetStaging, Packaging } from '../../artifacts';
import { TritonModel } from '../../model';

/**
 * The model of an endpoint that has one model for each variant, and how its files reach the instances.
 *
 * @internal
 */
export interface ServedModelOptions {
  /** The model to serve. */
  readonly model: TritonModel;

  /**
   * How the model's local files travel to the instances. Files that are in S3 already are served as they are.
   *
   * @default Packaging.UNCOMPRESSED
   */
  readonly packaging?: Packaging;

  /**
   * Where the deployment finds the model's large files: where they are, or copied into the cloud assembly. Assemblies that
   * travel, as with CDK Pipelines, need `COPY`. For `Packaging.ARCHIVE` it makes no difference.
   *
   * @default - AssetStaging.COPY in a Stage, since pipelines deploy those, else AssetStaging.IN_PLACE
   */
  readonly assetStaging?: AssetStaging;

  /**
   * Bucket for the model's files or archive, in the endpoint's region, below `<account>/<region>/<stack>/`. Each version of the
   * model has a prefix of its own there that never changes.
   *
   * @default - a bucket that all endpoints of the stack share and that is removed with the stack
   */
  readonly modelBucket?: IBucket;

  /**
   * How many versions of the files or the archive stay in the bucket beside the one that is served, so that going back does not
   * have to copy them. All are removed with the endpoint.
   *
   * @default 1
   */
  readonly retainedModelVersions?: number;

  /**
   * How long an engine stays in the bucket that no stack uses any more, so that going back builds nothing. A later deployment removes it;
   * published versions of models have copies of their own. In the stack's own bucket engines go as soon as the stack uses none. Engines
   * are those that `ModelFiles.engineFrom` describes.
   *
   * @default Duration.days(30)
   */
  readonly unusedEngineRetention?: Duration;
}
