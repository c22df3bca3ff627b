import { Duration } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';

/**
 * Which requests and answers SageMaker writes to S3, as JSON Lines below
 * `<prefix>/<endpoint>/<variant>/<year>/<month>/<day>/<hour>/`.
 */
export interface DataCaptureOptions {
  /** How many of the requests are captured, in whole percent from 0 to 100. 0 keeps everything set up and captures nothing. */
  readonly samplingPercentage: number;

  /**
   * Whether requests are captured.
   *
   * @default true
   */
  readonly input?: boolean;

  /**
   * Whether answers are captured.
   *
   * @default true
   */
  readonly output?: boolean;

  /**
   * Bucket to write to.
   *
   * @default - a bucket of its own: encrypted, not public, TLS only, and kept when the stack is deleted
   */
  readonly bucket?: IBucket;

  /**
   * Prefix inside the bucket, without a `/` at its ends.
   *
   * @default 'data-capture'
   */
  readonly prefix?: string;

  /**
   * Encrypts what is captured, and the bucket where it is the endpoint's own.
   *
   * @default - the bucket's encryption
   */
  readonly encryptionKey?: IKey;

  /**
   * Time after which the endpoint's own bucket removes what was captured, in whole days. A bucket that was given has its own rules.
   *
   * @default - everything is kept
   */
  readonly expiration?: Duration;

  /**
   * Content types that are written as JSON text. All others, such as Triton's binary one and `application/octet-stream`, are
   * written in base64. At most 10.
   *
   * @default ['application/json']
   */
  readonly jsonContentTypes?: string[];

  /**
   * Content types that are written as CSV text. At most 10.
   *
   * @default - none
   */
  readonly csvContentTypes?: string[];
}
