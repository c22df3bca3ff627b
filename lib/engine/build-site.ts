import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { IDependable } from 'constructs';
import { AssetStaging } from '../artifacts';
import { EngineJobKind, InstanceType } from '../platform';

/** Where and how an engine is built. */
export interface BuildSite {
  /** Type of the instance that builds, with the GPU that the engine is for. */
  readonly instanceType: InstanceType;
  readonly image: { readonly uri: string; readonly repositoryArn?: string };
  /** The kinds of jobs that may build, in the order in which they try: the second one where the driver of the first one is too old. */
  readonly jobs: readonly EngineJobKind[];
  /** By default the stack's own. */
  readonly bucket?: IBucket;
  readonly network?: BuildNetwork;
  /** Encrypts the volume of the job, where SageMaker accepts a key. */
  readonly encryptionKey?: IKey;
  /** How long a job may run. */
  readonly maxBuildTime: Duration;
  /** How long an engine stays that no stack uses. */
  readonly unusedRetention?: Duration;
  readonly staging?: AssetStaging;
  /** Whether a wait condition waits for the engine, which may take longer than a custom resource. */
  readonly ahead?: boolean;
}

/** The network of a job. */
export interface BuildNetwork {
  readonly subnets: string[];
  readonly securityGroupIds: string[];
  /** What a training job does with network interfaces. */
  readonly statements: PolicyStatement[];
  /** What has to be there before the job can reach S3. */
  readonly ready: IDependable[];
}
