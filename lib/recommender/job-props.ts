import { Duration } from 'aws-cdk-lib';
import { ISecurityGroup, IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import { IRole } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { TritonImage } from '../endpoint';
import { TritonModel } from '../model';
import { InstanceType, LatencyObjective } from '../platform';
import { SamplePayload } from './sample-payload';
import { TrafficPattern } from './traffic-pattern';

/** The conditions under which a load test stops. */
export interface StopConditions {
  /**
   * Number of invocations per minute at which the test stops, from 1 to 30,000.
   *
   * @default - the test does not stop at a number of invocations
   */
  readonly invocationsPerMinute?: number;

  /**
   * p95 or p99 of ModelLatency above which the test stops, such as `LatencyObjective.p95(…)`. Custom load tests support only p95.
   *
   * @default - the test does not stop at a latency
   */
  readonly modelLatency?: LatencyObjective;

  /**
   * Whether the test continues when additional users no longer increase the number of invocations.
   *
   * @default false
   */
  readonly continueWhenFlat?: boolean;
}

/** Properties of `InferenceRecommenderJob`. */
export interface InferenceRecommenderJobProps {
  /** Model to benchmark. The model is always packed as an archive, because the model registry accepts only archives. */
  readonly model: TritonModel;

  /**
   * Instance types to measure. An advanced job tests all of them, and requires 1 to 10. In a default job, Inference Recommender selects from them.
   *
   * @default - for default jobs, Inference Recommender selects the instance types
   */
  readonly instanceTypes?: InstanceType[];

  /**
   * Container image with Triton: a release that AWS publishes, or your own image. A job cannot select a GPU driver. If the default driver of an instance type is too old for the image, the
   * warning `sm.ir-driver` reports the newest Triton release that runs on the instance types.
   *
   * @default TritonImage.defaultRelease()
   */
  readonly image?: TritonImage;

  /**
   * Requests that the benchmark sends.
   *
   * @default SamplePayload.fromExamples()
   */
  readonly samplePayload?: SamplePayload;

  /**
   * Traffic pattern of the load test. With a traffic pattern, a job is an advanced job, which tests the specified instance types with this
   * traffic.
   *
   * @default - a default job, for which Inference Recommender selects the traffic and, if not set, the instance types. A default job takes
   * about 45 minutes
   */
  readonly trafficPattern?: TrafficPattern;

  /**
   * Conditions under which a test stops. Only with `trafficPattern`.
   *
   * @default - a test stops when additional users do not increase the number of invocations
   */
  readonly stopAt?: StopConditions;

  /**
   * Maximum duration of a job, at most 5 hours. Only with `trafficPattern`.
   *
   * @default Duration.hours(2)
   */
  readonly jobDuration?: Duration;

  /**
   * Machine learning domain of the model: `COMPUTER_VISION`, `NATURAL_LANGUAGE_PROCESSING` or `MACHINE_LEARNING`.
   *
   * @default MACHINE_LEARNING
   */
  readonly domain?: string;

  /**
   * Machine learning task of the model, such as `IMAGE_CLASSIFICATION` or `FILL_MASK`. The API reference of SageMaker has the list.
   *
   * @default OTHER
   */
  readonly task?: string;

  /**
   * VPC to which the test endpoints are attached. The model and the payload in S3 must be readable from outside the VPC.
   *
   * @default - no VPC
   */
  readonly vpc?: IVpc;

  /**
   * Subnets of the VPC.
   *
   * @default - the private subnets or, without any, the isolated ones
   */
  readonly vpcSubnets?: SubnetSelection;

  /**
   * Security groups, from 1 to 5. Required with `vpc`.
   *
   * @default - no security groups
   */
  readonly securityGroups?: ISecurityGroup[];

  /**
   * KMS key that encrypts the storage volumes of the test instances. Rejected for instance types with local NVMe storage.
   *
   * @default - the default encryption of SageMaker
   */
  readonly volumeEncryptionKey?: IKey;

  /**
   * IAM role that SageMaker assumes for the tests. You must add the required permissions to your own role.
   *
   * @default - a new role with permission only to read this model, this payload and this image, and to run the endpoints of these jobs
   */
  readonly role?: IRole;

  /**
   * S3 bucket for the results, which are written under a prefix for this construct.
   *
   * @default - a new bucket, which is retained when the stack is deleted
   */
  readonly resultsBucket?: IBucket;

  /**
   * Whether a deployment starts a run when the inputs or the settings of the benchmark have changed. The run starts after all other
   * resources of the stack are deployed. The deployment does not wait until the run ends.
   *
   * @default true
   */
  readonly startOnDeployment?: boolean;
}
