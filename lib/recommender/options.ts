import { Duration } from 'aws-cdk-lib';
import { ISecurityGroup, IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { IRole } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { ITopic } from 'aws-cdk-lib/aws-sns';
import { TritonImage } from '../endpoint';
import { ModelDomain, ModelFramework, ModelTask, StopConditions } from './job-options';
import { SamplePayload } from './sample-payload';
import { TrafficPattern } from './traffic-pattern';

/**
 * Options of all benchmarks.
 *
 * @internal
 */
export interface RecommenderOptions {
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
   * Maximum number of load tests of a job, from 1 to 10. Only with `trafficPattern`.
   *
   * @default - the default of SageMaker
   */
  readonly maxTests?: number;

  /**
   * Maximum number of concurrent load tests of a job, at least 1. Only with `trafficPattern`.
   *
   * @default - the default of SageMaker
   */
  readonly maxParallelTests?: number;

  /**
   * Environment variables to tune: at most 5 variables with 1 to 3 values each. Only with `trafficPattern`. Each combination of values is
   * tested on each instance type.
   *
   * @default - no environment variables
   */
  readonly environmentParameters?: { [name: string]: string[] };

  /**
   * Machine learning domain of the model.
   *
   * @default ModelDomain.MACHINE_LEARNING
   */
  readonly domain?: ModelDomain;

  /**
   * Machine learning task of the model.
   *
   * @default ModelTask.OTHER
   */
  readonly task?: ModelTask;

  /**
   * Framework of the model in the SageMaker API. The API does not support Triton as a framework.
   *
   * @default ModelFramework.PYTORCH
   */
  readonly framework?: ModelFramework;

  /**
   * Version of the framework: a digit, a dot and further characters (`1.6.0`), 3 to 10 characters in total. A Triton release such as
   * `25.09` is rejected.
   *
   * @default 1.6.0
   */
  readonly frameworkVersion?: string;

  /**
   * VPC to which the test endpoints are attached. The model and the payload in S3 must be readable from outside the VPC.
   *
   * @default - no VPC
   */
  readonly vpc?: IVpc;

  /**
   * Subnets of the VPC.
   *
   * @default - the private subnets
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
   * SNS topic that is notified when a run succeeds or fails, with a message in plain text. In addition, EventBridge receives each status
   * change of a run (`onRunStatusChange`).
   *
   * @default - no notifications are sent
   */
  readonly notificationTopic?: ITopic;

  /**
   * Whether a deployment starts a run when the inputs or the settings of the benchmark have changed. The run starts after all other
   * resources of the stack are deployed. The deployment does not wait until the run ends.
   *
   * @default true
   */
  readonly startOnDeployment?: boolean;

  /**
   * Schedule on which runs start, in addition to deployments. Each run is a new benchmark that is billed.
   *
   * @default - no schedule
   */
  readonly schedule?: Schedule;

  /**
   * Any value, whose change repeats the benchmark. If it changes, the next deployment repeats a benchmark even if its inputs did not change.
   *
   * @default - a benchmark with the same inputs runs only once
   */
  readonly nonce?: string;
}
