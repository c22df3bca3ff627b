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
 * How a benchmark runs, and what happens with its results.
 *
 * @internal
 */
export interface RecommenderOptions {
  /**
   * The Triton image.
   *
   * @default TritonImage.defaultRelease()
   */
  readonly image?: TritonImage;

  /**
   * The requests that are sent.
   *
   * @default SamplePayload.fromExamples()
   */
  readonly samplePayload?: SamplePayload;

  /**
   * How the load grows. With it, a job is an advanced one: a load test with this traffic on the given instance types.
   *
   * @default - a default job: Inference Recommender chooses traffic and, unless given, instance types; takes about 45 minutes
   */
  readonly trafficPattern?: TrafficPattern;

  /**
   * When a test ends; only with `trafficPattern`.
   *
   * @default - when more users bring no more requests
   */
  readonly stopAt?: StopConditions;

  /**
   * The longest time of a job, at most 5 hours; only with `trafficPattern`.
   *
   * @default Duration.hours(2)
   */
  readonly jobDuration?: Duration;

  /**
   * The most load tests of a job, 1 to 10; only with `trafficPattern`.
   *
   * @default - SageMaker's own
   */
  readonly maxTests?: number;

  /**
   * The most load tests of a job at a time, at least 1; only with `trafficPattern`.
   *
   * @default - SageMaker's own
   */
  readonly maxParallelTests?: number;

  /**
   * Environment variables to search over, each with 1 to 3 values, 5 variables at most; only with `trafficPattern`. Every combination is
   * tested on every instance type.
   *
   * @default - none
   */
  readonly environmentParameters?: { [name: string]: string[] };

  /**
   * The model's domain.
   *
   * @default ModelDomain.MACHINE_LEARNING
   */
  readonly domain?: ModelDomain;

  /**
   * The model's task.
   *
   * @default ModelTask.OTHER
   */
  readonly task?: ModelTask;

  /**
   * The framework that the service takes the model for. Triton is not among those it knows.
   *
   * @default ModelFramework.PYTORCH
   */
  readonly framework?: ModelFramework;

  /**
   * Version of the framework, a digit, a dot and more (`1.6.0`), 3 to 10 characters. A Triton release such as `25.09` is refused.
   *
   * @default 1.6.0
   */
  readonly frameworkVersion?: string;

  /**
   * The network that the endpoints of the tests are attached to. The model and the payload in S3 must be readable from outside of it.
   *
   * @default - none
   */
  readonly vpc?: IVpc;

  /**
   * Which subnets of the network.
   *
   * @default - the VPC's private ones
   */
  readonly vpcSubnets?: SubnetSelection;

  /**
   * Security groups, 1 to 5; needed with a network.
   *
   * @default - none
   */
  readonly securityGroups?: ISecurityGroup[];

  /**
   * Encrypts the volumes of the tests' instances. Refused with types that have local NVMe storage.
   *
   * @default - SageMaker's own encryption
   */
  readonly volumeEncryptionKey?: IKey;

  /**
   * The role that SageMaker assumes for the tests. What it may do is then yours to decide.
   *
   * @default - a role that may read this model, this payload and this image, and run the endpoints of these jobs
   */
  readonly role?: IRole;

  /**
   * Where the results go, below a prefix of this construct.
   *
   * @default - a bucket of its own, which stays when the stack is deleted
   */
  readonly resultsBucket?: IBucket;

  /**
   * Gets a message in plain words when a run ends well or badly. Beside it, EventBridge has each change of a run (`onRunStatusChange`).
   *
   * @default - nobody
   */
  readonly notificationTopic?: ITopic;

  /**
   * Whether a deployment starts a run when what is benchmarked, or how, has changed. It starts last, when everything else in the stack is
   * deployed, and the deployment does not wait for its end.
   *
   * @default true
   */
  readonly startOnDeployment?: boolean;

  /**
   * When runs start beside deployments. Each is a new, paid benchmark.
   *
   * @default - never
   */
  readonly schedule?: Schedule;

  /**
   * Another value makes the next deployment repeat a benchmark whose inputs did not change.
   *
   * @default - unchanged inputs are benchmarked once
   */
  readonly nonce?: string;
}
