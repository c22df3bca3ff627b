import { Duration } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';

/**
 * Options for data capture. SageMaker writes captured requests and responses to S3 as JSON Lines, under
 * `<prefix>/<endpoint>/<variant>/<year>/<month>/<day>/<hour>/`. Content of the type `application/json` is captured as text, and all other
 * content with base64 encoding.
 */
export interface DataCaptureOptions {
  /** Percentage of requests to capture, a whole number from 0 to 100. With 0, data capture is configured but captures nothing. */
  readonly samplingPercentage: number;

  /**
   * Whether to capture requests.
   *
   * @default true
   */
  readonly input?: boolean;

  /**
   * Whether to capture responses.
   *
   * @default true
   */
  readonly output?: boolean;

  /**
   * S3 bucket for the captured data.
   *
   * @default - a new bucket, which is encrypted, blocks public access, requires TLS, and is retained when the stack is deleted
   */
  readonly bucket?: IBucket;

  /**
   * Prefix of the captured data in the bucket, without a leading or trailing `/`.
   *
   * @default 'data-capture'
   */
  readonly prefix?: string;

  /**
   * KMS key that encrypts the captured data. If the endpoint creates the bucket, the key also encrypts the bucket.
   *
   * @default - the encryption of the bucket
   */
  readonly encryptionKey?: IKey;

  /**
   * Time after which captured data expires, in whole days. Applies only to a bucket that the endpoint creates. An existing bucket has its
   * own lifecycle rules.
   *
   * @default - captured data does not expire
   */
  readonly expiration?: Duration;
}
