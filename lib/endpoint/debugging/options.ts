import { Duration } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';

/**
 * Options for core dumps. SageMaker writes a core dump when a process in a container crashes. Core dumps contain requests and the model.
 */
export interface CoreDumpOptions {
  /**
   * S3 bucket for the core dumps.
   *
   * @default - a new bucket, which is encrypted, blocks public access, requires TLS, and is retained when the stack is deleted
   */
  readonly bucket?: IBucket;

  /**
   * Prefix of the core dumps in the bucket, without a leading or trailing `/`. SageMaker appends the name of the variant.
   *
   * @default 'core-dumps'
   */
  readonly prefix?: string;

  /**
   * KMS key that encrypts the core dumps. If the endpoint creates the bucket, the key also encrypts the bucket.
   *
   * @default - the encryption key of the bucket, or the AWS managed key `aws/s3` if the bucket has no encryption key
   */
  readonly encryptionKey?: IKey;

  /**
   * Time after which core dumps expire, in whole days. Applies only to a bucket that the endpoint creates. An existing bucket has its own
   * lifecycle rules.
   *
   * @default - core dumps do not expire
   */
  readonly expiration?: Duration;
}
