import { Duration } from 'aws-cdk-lib';
import { ISecurityGroup, IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { ModelExample, ModelFiles } from '../../model';
import { EngineJobKind, InstanceType } from '../../platform';
import { TritonImage } from '../image';

/** Properties of `TensorRtEngine`. */
export interface TensorRtEngineProps {
  /** Source of the engine: `ModelFiles.fromEngineBuild` or `ModelFiles.fromEngineBuildS3`. */
  readonly files: ModelFiles;

  /**
   * Maximum batch size of the model. If `files` has no profiles, the default profile is derived from this size.
   *
   * @default 0
   */
  readonly maxBatchSize?: number;

  /**
   * Type of the instance that builds the engine. The engine runs on all instance types with the same GPU. For example, `ml.g5.xlarge`
   * builds for `ml.g5.48xlarge`, and `ml.p5.4xlarge` for `ml.p5.48xlarge`.
   */
  readonly instanceType: InstanceType;

  /**
   * Image whose TensorRT builds the engine. Use the image that serves the engine.
   *
   * @default TritonImage.defaultRelease()
   */
  readonly image?: TritonImage;

  /**
   * S3 bucket for the engine, under the prefix `<account>/<region>/_engines/<key>/`. Endpoints with the same `modelBucket` use the engine
   * from this bucket and do not build it.
   *
   * @default - the bucket of the stack, which other stacks do not search for engines
   */
  readonly bucket?: IBucket;

  /**
   * Requests with which the responses of the engine are compared with the responses of the ONNX model.
   *
   * @default - random numbers
   */
  readonly examples?: ModelExample[];

  /**
   * Maximum duration of the build job, up to 11 hours. The deployment waits one hour longer, which allows for the start of the instance.
   *
   * @default Duration.hours(3)
   */
  readonly maxBuildTime?: Duration;

  /**
   * Kind of SageMaker job that builds the engine. If you set it, only this kind is used, and only this kind requires permissions and a
   * quota.
   *
   * @default - a processing job if SageMaker offers processing jobs for the instance type, otherwise a training job. A training job also
   * builds the engine if the driver of the processing job is too old for the image. The library allows for this case only if the drivers that
   * AWS documents do not rule it out
   */
  readonly engineJob?: EngineJobKind;

  /**
   * VPC in which the job has network interfaces. The job accesses S3 through this VPC.
   *
   * @default - no VPC
   */
  readonly vpc?: IVpc;

  /**
   * Subnets for the network interfaces. Requires `vpc`.
   *
   * @default - the private subnets
   */
  readonly vpcSubnets?: SubnetSelection;

  /**
   * Security groups of the network interfaces. Requires `vpc`.
   *
   * @default - a new security group
   */
  readonly securityGroups?: ISecurityGroup[];

  /**
   * KMS key that encrypts the storage volume of the job. SageMaker accepts no key for instance types with local NVMe storage, because their
   * hardware encrypts the storage. The key is ignored for these types.
   *
   * @default - the default encryption of SageMaker
   */
  readonly encryptionKey?: IKey;
}
