import { Duration } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { JobNetwork } from '../cdk/network-interfaces';
import { InstanceType } from '../platform';

/** The instance type, image, network and keys of an engine build. */
export interface BuildSite {
  /** Instance type of the job, with the GPU of the engine. */
  readonly instanceType: InstanceType;
  readonly image: { readonly uri: string; readonly repositoryArn?: string };
  /** Bucket for the engine. The default is the bucket of the stack. */
  readonly bucket?: IBucket;
  readonly network?: JobNetwork;
  /** Key that encrypts the volume of the job, if SageMaker accepts a key for the instance type. */
  readonly encryptionKey?: IKey;
  /** Maximum run time of a job. */
  readonly maxBuildTime: Duration;
}
