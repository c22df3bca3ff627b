import { Duration } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { ITopic } from 'aws-cdk-lib/aws-sns';
import { EndpointOptions } from './endpoint-options';
import { ServedModelOptions } from './served-model-options';
import { ModelFleetOptions } from './variant-options';

/**
 * Options of asynchronous inference: buckets, notifications and concurrency.
 *
 * @internal
 */
export interface AsyncInferenceOptions {
  /**
   * S3 bucket to which callers upload requests.
   *
   * @default - the bucket of the responses
   */
  readonly inputBucket?: IBucket;

  /**
   * Prefix of the requests in the input bucket, without a leading or trailing `/`.
   *
   * @default 'input'
   */
  readonly inputPrefix?: string;

  /**
   * Prefix of the responses in the output bucket, without a leading or trailing `/`.
   *
   * @default 'output'
   */
  readonly outputPrefix?: string;

  /**
   * Prefix under which SageMaker writes the failures of requests in the output bucket, without a leading or trailing `/`.
   *
   * @default 'failure'
   */
  readonly failurePrefix?: string;

  /**
   * S3 bucket to which SageMaker writes responses and failures.
   *
   * @default - a new bucket, which is encrypted, blocks public access, requires TLS, and is retained when the stack is deleted
   */
  readonly outputBucket?: IBucket;

  /**
   * KMS key that encrypts responses and failures. If the endpoint creates the bucket, the key also encrypts the bucket.
   *
   * @default - the encryption of the bucket
   */
  readonly outputEncryptionKey?: IKey;

  /**
   * Time after which responses and failures expire, in whole days. Applies only to a bucket that the endpoint creates. An existing bucket
   * has its own lifecycle rules.
   *
   * @default - responses and failures do not expire
   */
  readonly outputExpiration?: Duration;

  /**
   * SNS topic that is notified when a request succeeds. It must be a standard topic.
   *
   * @default - no notifications are sent
   */
  readonly successTopic?: ITopic;

  /**
   * SNS topic that is notified when a request fails. It must be a standard topic.
   *
   * @default - no notifications are sent
   */
  readonly errorTopic?: ITopic;

  /**
   * Maximum number of concurrent requests that SageMaker sends to an instance, from 1 to 1000.
   *
   * @default - the maximum batch size of the model
   */
  readonly maxConcurrentInvocationsPerInstance?: number;
}

/** Properties of `TritonAsyncEndpoint`. */
export interface TritonAsyncEndpointProps
  extends EndpointOptions, ModelFleetOptions, ServedModelOptions, AsyncInferenceOptions {}

/**
 * The options of an asynchronous endpoint with their defaults.
 *
 * @internal
 */
export interface AsyncInference extends AsyncInferenceOptions {
  readonly inputPrefix: string;
  readonly outputPrefix: string;
  readonly failurePrefix: string;
  readonly maxConcurrentInvocationsPerInstance: number;
}
