import { RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, LifecycleRule } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

/** S3 encrypts with the writer's permissions, and decrypts with them to put the parts of a large object together. */
export const USE_KEY_TO_WRITE = ['kms:Decrypt', 'kms:GenerateDataKey'];

/** Lets a role use the key that encrypts objects, if there is one. */
export function useKey(key: IKey | undefined, actions: string[] = USE_KEY_TO_WRITE): PolicyStatement[] {
  return key ? [new PolicyStatement({ actions, resources: [key.keyArn] })] : [];
}

/** What differs between the buckets of an endpoint's requests and answers. */
export interface PayloadBucketProps {
  readonly encryptionKey?: IKey;
  readonly lifecycleRules: LifecycleRule[];
}

/** A bucket for requests and answers, which stays when the stack is deleted: they are the user's. */
export function createPayloadBucket(
  scope: Construct,
  id: string,
  { encryptionKey, lifecycleRules }: PayloadBucketProps,
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
