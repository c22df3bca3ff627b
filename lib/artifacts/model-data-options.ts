import { CustomResource } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct, IDependable } from 'constructs';
import { HashedFile, RepositoryFile } from './repository-file';

/** An engine that the deployment builds. */
export interface BuiltEngine {
  /** Prefix of all engines in the bucket: `<…>/_engines/`. */
  readonly enginePrefix: string;
  /** The resource that builds the engine. Resources that use the engine depend on it. */
  readonly dependency: IDependable;
}

/** Builds the engines of a model during the deployment. */
export interface EngineBuilds {
  /** Description of the image that builds engines, such as its release. The description contains neither account nor Region. */
  readonly image: string;
  build(engine: HashedFile): BuiltEngine;
}

/** Options to provide the data of a model. */
export interface ModelDataOptions {
  /** The endpoint that reads the data, and whose models have a common prefix. The default is the scope of the model. */
  readonly endpoint?: Construct;
  /** The default is a bucket of the stack. */
  readonly bucket?: IBucket;
  /** Files that are added to the model repository, such as those of the metrics exporter. */
  readonly additionalFiles?: RepositoryFile[];
  /** Required for models with engines that the deployment builds. */
  readonly engines?: EngineBuilds;
}

/** Location of the data of a model, and the permissions that SageMaker requires. */
export interface ModelData {
  /** S3 URI of a `.tar.gz`, or of a prefix that ends with `/`. */
  readonly s3Uri: string;
  /** Whether `s3Uri` is a prefix of uncompressed files instead of an archive. */
  readonly uncompressed: boolean;
  /** ARN of the bucket. */
  readonly bucketArn: string;
  /** Key of the archive, or the prefix, which ends with `/`. */
  readonly key: string;
  /** Common prefix of all models that are published for the endpoint, which ends with `/`. Undefined if the model is not published. */
  readonly readPrefix?: string;
  /** Hash that changes with the data. For data that is already in S3, the location and version of the data. */
  readonly contentHash: string;
  /** List of the files and their digests, which `cdk diff` shows to users. Undefined for data that is already in S3. */
  readonly listing?: string[];
  /** Version that the user specified, for data that is already in S3. */
  readonly version?: string;
  /** Size of the unpacked files. Undefined for data that is already in S3, and if the deployment builds engines. */
  readonly bytes?: number;
  /** KMS key of the bucket. Undefined for the bootstrap bucket, whose policy grants access to the roles of the account. */
  readonly bucketKey?: IKey;
  /** Resource that copies the data to the bucket. */
  readonly publication?: CustomResource;
}
