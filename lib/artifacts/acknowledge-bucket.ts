import { Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { acknowledge } from '../platform/acknowledge';

/** What rule packs miss of a bucket of the library, and why it is so. */
export interface BucketReasons {
  readonly Logging: string;
  readonly Replication: string;
  /** Absent where the bucket is versioned. */
  readonly Versioning?: string;
  readonly Encryption: string;
}

const MODELS: BucketReasons = {
  Logging:
    'Only the publisher writes and only SageMaker reads here; with modelBucket a bucket with access logs can be given',
  Replication: 'The objects are copies of deployment assets, which a deployment can make again anywhere',
  Versioning: 'Prefixes are named after their content and never change',
  Encryption: 'Encrypted with keys of S3; with modelBucket a bucket with a KMS key can be given',
};

/** Tells cdk-nag why the bucket is as it is. */
export function acknowledgeBucket(bucket: Bucket, reasons: BucketReasons = MODELS): void {
  Validations.of(bucket).acknowledge({ id: 'AwsSolutions-S1', reason: reasons.Logging });
  acknowledge(bucket, {
    S3BucketLoggingEnabled: reasons.Logging,
    S3BucketReplicationEnabled: reasons.Replication,
    ...(reasons.Versioning && { S3BucketVersioningEnabled: reasons.Versioning }),
    S3DefaultEncryptionKMS: reasons.Encryption,
  });
}
