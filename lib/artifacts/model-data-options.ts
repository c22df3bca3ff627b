import { CustomResource } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { IDependable } from 'constructs';
import { HashedFile } from './repository-file';
import { AssetStaging, Packaging } from './packaging';

/** An engine that the deployment builds. */
export interface BuiltEngine {
  /** Prefix of all engines of the bucket, with its `/`: `<…>/_engines/`. */
  readonly enginePrefix: string;
  /** What has to be deployed before the engine is there. */
  readonly ready: IDependable;
}

/** What builds the engines of a model. */
export interface EngineSite {
  /** What is known of the image in every account and region, such as its release. */
  readonly image: string;
  build(engine: HashedFile): BuiltEngine;
}

/** How a model's data is made available. */
export interface ModelDataOptions {
  readonly packaging?: Packaging;
  readonly staging?: AssetStaging;
  /** By default the stack's own. */
  readonly bucket?: IBucket;
  /** How many stay beside the current one. */
  readonly retainedVersions?: number;
  /** For models with engines that the deployment builds. */
  readonly engines?: EngineSite;
}

/** Where the model's data lies for SageMaker, and what may be read of it. */
export interface ModelData {
  /** S3 URI of a `.tar.gz`, or of a prefix that ends with `/`. */
  readonly s3Uri: string;
  /** Whether `s3Uri` is a prefix of uncompressed files instead of an archive. */
  readonly uncompressed: boolean;
  /** ARN of the bucket. */
  readonly bucketArn: string;
  /** Key of the archive, or the prefix with its `/`. */
  readonly key: string;
  /** Prefix that all versions of a published model have in common, with its `/`; undefined for data that has none. */
  readonly group?: string;
  /** Changes whenever the data does; for data that is already in S3, its location and version. */
  readonly contentHash: string;
  /** What it consists of, for people; undefined for data that is already in S3. */
  readonly listing?: string[];
  /** What the user says changes with data that is already in S3. */
  readonly version?: string;
  /** Size of the unpacked files; undefined for data that is already in S3, and with engines that the deployment builds. */
  readonly bytes?: number;
  /** Key that encrypts the bucket; undefined for the bootstrap bucket, whose policy admits the account's roles. */
  readonly bucketKey?: IKey;
  /** What has to be deployed before the data is there. */
  readonly publication?: CustomResource;
}
