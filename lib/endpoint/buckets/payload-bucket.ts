import { RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, LifecycleRule } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { keyStatement } from '../../cdk/keys';

/**
 * Permissions for the key that a writer of objects requires: S3 encrypts each object, and decrypts the parts of a large object to combine
 * them.
 */
export const WRITER_KEY_ACTIONS = ['kms:Decrypt', 'kms:GenerateDataKey'];

/** The permission to use the key that encrypts objects, if there is a key. */
export function keyPermissions(key: IKey | undefined, actions: string[] = WRITER_KEY_ACTIONS): PolicyStatement[] {
  return key ? [keyStatement(key, actions)] : [];
}

/** Options of a bucket for requests and responses. */
export interface PayloadBucketOptions {
  readonly encryptionKey?: IKey;
  readonly lifecycleRules: LifecycleRule[];
}

/** Creates a bucket for requests and responses. The data belongs to the user, so the bucket is retained when the stack is deleted. */
export function createPayloadBucket(
  scope: Construct,
  id: string,
  { encryptionKey, lifecycleRules }: PayloadBucketOptions,
): Bucket {
  return new Bucket(scope, id, {
    encryption: encryptionKey ? BucketEncryption.KMS : BucketEncryption.S3_MANAGED,
    encryptionKey,
    bucketKeyEnabled: encryptionKey ? true : undefined,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
    lifecycleRules,
  });
}
