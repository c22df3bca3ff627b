import { Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';

/** What rule packs miss of a bucket of the library, and why it is so. */
export interface BucketReasons {
  readonly Logging: string;
  readonly Replication: string;
  readonly Versioning: string;
  readonly Encryption: string;
}

const MODELS: BucketReasons = {
  Logging:
    'Only the publisher writes and only SageMaker reads here; with modelBucket a bucket with access logs can be given',
  Replication: 'The objects are copies of deployment assets, which a deployment can make again anywhere',
  Versioning: 'Prefixes are named after their content and never change',
  Encryption: 'Encrypted with keys of S3; with modelBucket a bucket with a KMS key can be given',
};

const RULES: Record<string, keyof BucketReasons> = {
  S3BucketLoggingEnabled: 'Logging',
  S3BucketReplicationEnabled: 'Replication',
  S3BucketVersioningEnabled: 'Versioning',
  S3DefaultEncryptionKMS: 'Encryption',
};

const PACKS = ['NIST.800.53.R5', 'HIPAA.Security', 'PCI.DSS.321'];

/** Tells cdk-nag why the bucket is as it is. */
export function acknowledgeBucket(bucket: Bucket, reasons: BucketReasons = MODELS): void {
  const validations = Validations.of(bucket);
  validations.acknowledge({ id: 'AwsSolutions-S1', reason: reasons.Logging });
  for (const [rule, reason] of Object.entries(RULES)) {
    for (const pack of PACKS) validations.acknowledge({ id: `${pack}-${rule}`, reason: reasons[reason] });
  }
}
