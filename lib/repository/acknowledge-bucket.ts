import { Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';

/** What rule packs miss of the stack's own bucket, and why it is so. */
const REASONS: Record<string, string> = {
  Logging:
    'Only the publisher writes and only SageMaker reads here; with modelBucket a bucket with access logs can be given',
  Replication: 'The objects are copies of deployment assets, which a deployment can make again anywhere',
  Versioning: 'Prefixes are named after their content and never change',
  Encryption: 'Encrypted with keys of S3; with modelBucket a bucket with a KMS key can be given',
};

const RULES: Record<string, keyof typeof REASONS> = {
  S3BucketLoggingEnabled: 'Logging',
  S3BucketReplicationEnabled: 'Replication',
  S3BucketVersioningEnabled: 'Versioning',
  S3DefaultEncryptionKMS: 'Encryption',
};

const PACKS = ['NIST.800.53.R5', 'HIPAA.Security', 'PCI.DSS.321'];

/** Tells cdk-nag why the bucket is as it is. */
export function acknowledgeBucket(bucket: Bucket): void {
  const validations = Validations.of(bucket);
  validations.acknowledge({ id: 'AwsSolutions-S1', reason: REASONS.Logging });
  for (const [rule, reason] of Object.entries(RULES)) {
    for (const pack of PACKS) validations.acknowledge({ id: `${pack}-${rule}`, reason: REASONS[reason] });
  }
}
