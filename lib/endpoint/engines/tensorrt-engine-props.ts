import { Duration } from 'aws-cdk-lib';
import { ISecurityGroup, IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { ModelExample, ModelFiles } from '../../model';
import { InstanceType } from '../../platform';
import { TritonImage } from '../image';

/** Properties of `TensorRtEngine`. */
export interface TensorRtEngineProps {
  /** What the engine is built from: `ModelFiles.engineFrom` or `ModelFiles.engineFromS3`. */
  readonly files: ModelFiles;

  /**
   * The model's `maxBatchSize`, for the profile that is made where the files name none.
   *
   * @default 0
   */
  readonly maxBatchSize?: number;

  /**
   * Type of the instance that builds. The engine runs on all types with the same GPU, so that `ml.g5.xlarge` builds for `ml.g5.48xlarge`,
   * and `ml.p5.4xlarge` for `ml.p5.48xlarge`.
   */
  readonly instanceType: InstanceType;

  /**
   * The image whose TensorRT builds: the one that serves the engine.
   *
   * @default TritonImage.defaultRelease()
   */
  readonly image?: TritonImage;

  /**
   * Bucket for the engine, below `<account>/<region>/_engines/<key>/`. Endpoints that have it as their `modelBucket` find the engine there
   * and build nothing.
   *
   * @default - the stack's own, in which no other stack finds it
   */
  readonly bucket?: IBucket;

  /**
   * Requests with which the engine is compared with the ONNX model.
   *
   * @default - random numbers
   */
  readonly examples?: ModelExample[];

  /**
   * How long the job may run: up to 11 hours. The deployment waits for one hour more, in which the instance starts.
   *
   * @default Duration.hours(3)
   */
  readonly maxBuildTime?: Duration;

  /**
   * How long an engine stays in the bucket that no stack uses any more. A later deployment removes it.
   *
   * @default Duration.days(30)
   */
  readonly unusedEngineRetention?: Duration;

  /**
   * Network in which the job gets interfaces. It reaches S3 through it.
   *
   * @default - none
   */
  readonly vpc?: IVpc;

  /**
   * Subnets for the interfaces. Needs `vpc`.
   *
   * @default - the private subnets
   */
  readonly vpcSubnets?: SubnetSelection;

  /**
   * Security groups of the interfaces. Needs `vpc`.
   *
   * @default - one of its own
   */
  readonly securityGroups?: ISecurityGroup[];

  /**
   * Encrypts the volume of the job. SageMaker accepts no key for types with NVMe drives, whose hardware encrypts them; it is not used there.
   *
   * @default - SageMaker's own encryption
   */
  readonly encryptionKey?: IKey;
}
