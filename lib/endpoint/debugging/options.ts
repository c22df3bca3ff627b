import { Duration } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';

/** Where SageMaker writes the memory of a container's process that crashes. A core dump contains requests and the model. */
export interface CoreDumpOptions {
  /**
   * Bucket to write to.
   *
   * @default - a bucket of its own: encrypted, not public, TLS only, and kept when the stack is deleted
   */
  readonly bucket?: IBucket;

  /**
   * Prefix inside the bucket, without a `/` at its ends. The name of the variant follows it.
   *
   * @default 'core-dumps'
   */
  readonly prefix?: string;

  /**
   * Encrypts the core dumps, and the bucket where it is the endpoint's own.
   *
   * @default - the key of the bucket; without one the key of AWS for S3, `aws/s3`
   */
  readonly encryptionKey?: IKey;

  /**
   * Time after which the endpoint's own bucket removes core dumps, in whole days. A bucket that was given has its own rules.
   *
   * @default - everything is kept
   */
  readonly expiration?: Duration;
}
