import { Duration } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { ITopic } from 'aws-cdk-lib/aws-sns';
import { EndpointOptions } from '../endpoint-options';
import { ServedModelOptions } from '../models/options';
import { ModelFleetOptions } from '../variant/options';

/**
 * Where requests of an asynchronous endpoint are, and where answers are below the bucket that they are written to.
 *
 * @internal
 */
export interface AsyncPlaceOptions {
  /**
   * Bucket that callers put requests in.
   *
   * @default - the bucket of the answers
   */
  readonly inputBucket?: IBucket;

  /**
   * Prefix of the requests inside their bucket, without a `/` at its ends.
   *
   * @default 'input'
   */
  readonly inputPrefix?: string;

  /**
   * Prefix of the answers inside the bucket, without a `/` at its ends.
   *
   * @default 'output'
   */
  readonly outputPrefix?: string;

  /**
   * Prefix of what is written where a request failed, without a `/` at its ends.
   *
   * @default 'failure'
   */
  readonly failurePrefix?: string;
}

/**
 * What is asynchronous about an endpoint: its buckets, whom it notifies, and how many requests an instance has at once.
 *
 * @internal
 */
export interface AsyncInferenceOptions extends AsyncPlaceOptions {
  /**
   * Bucket that SageMaker writes answers and failures to.
   *
   * @default - a bucket of its own: encrypted, not public, TLS only, and kept when the stack is deleted
   */
  readonly outputBucket?: IBucket;

  /**
   * Encrypts answers and failures, and the bucket where it is the endpoint's own.
   *
   * @default - the bucket's encryption
   */
  readonly outputEncryptionKey?: IKey;

  /**
   * Time after which the endpoint's own bucket removes answers and failures, in whole days. A bucket that was given has its own rules.
   *
   * @default - everything is kept
   */
  readonly outputExpiration?: Duration;

  /**
   * SNS topic that is told of each request that succeeded. A standard topic.
   *
   * @default - nobody is told
   */
  readonly successTopic?: ITopic;

  /**
   * SNS topic that is told of each request that failed. A standard topic.
   *
   * @default - nobody is told
   */
  readonly errorTopic?: ITopic;

  /**
   * Whether the messages to both topics have the answer in them, as far as it has at most 128 KB.
   *
   * @default false
   */
  readonly responseInNotifications?: boolean;

  /**
   * Requests that SageMaker sends to an instance at once, 1 to 1000.
   *
   * @default - as many as a batch of the model holds
   */
  readonly maxConcurrentInvocationsPerInstance?: number;
}

/** Properties of `TritonAsyncEndpoint`. */
export interface TritonAsyncEndpointProps
  extends EndpointOptions, ModelFleetOptions, ServedModelOptions, AsyncInferenceOptions {}

/** What is to be known of an asynchronous endpoint that was made elsewhere. */
export interface TritonAsyncEndpointAttributes extends AsyncPlaceOptions {
  /** Name of the endpoint, spelled as it was created: CloudWatch's dimensions match case. */
  readonly endpointName: string;

  /**
   * ARN of the endpoint; account and region are taken from it.
   *
   * @default - the ARN of an endpoint of that name in the stack's account and region
   */
  readonly endpointArn?: string;

  /**
   * Name of the variant.
   *
   * @default 'AllTraffic'
   */
  readonly variantName?: string;

  /** Bucket that SageMaker writes answers and failures to. */
  readonly outputBucket: IBucket;

  /**
   * Key that encrypts answers and failures.
   *
   * @default - the key of the bucket, if the bucket has one that is known
   */
  readonly outputEncryptionKey?: IKey;
}
