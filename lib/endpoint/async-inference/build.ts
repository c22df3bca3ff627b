import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { ExecutionRole } from '../role/execution-role';
import { createPayloadBucket, WRITER_KEY_ACTIONS } from '../buckets/payload-bucket';
import { AsyncBuckets, bucketsOf, objectsOf, uriOf } from './buckets';
import { AsyncInference } from '../options/async-options';
import { grantKey } from '../../cdk/keys';

/** Configuration and buckets of an asynchronous endpoint. */
export interface BuiltAsynchronous {
  readonly config: CfnEndpointConfig.AsyncInferenceConfigProperty;
  readonly buckets: AsyncBuckets;
}

/**
 * Creates the bucket, unless the user provides one, and allows the role to read requests, write responses and publish to the topics.
 *
 * Source of the permissions: SageMaker developer guide, "Complete the prerequisites" of asynchronous inference (read 2026-11-22).
 */
export function buildAsynchronous(scope: Construct, options: AsyncInference, role: ExecutionRole): BuiltAsynchronous {
  const { successTopic, errorTopic } = options;
  const bucket = options.outputBucket ?? createBucket(scope, options);
  const buckets = bucketsOf(options, bucket);
  role.allow([
    new PolicyStatement({ actions: ['s3:GetObject'], resources: objectsOf(buckets.input) }),
    new PolicyStatement({
      actions: ['s3:PutObject', 's3:AbortMultipartUpload'],
      resources: [buckets.output, buckets.failure].flatMap(objectsOf),
    }),
  ]);
  grantKey(buckets.input.key, role, 'kms:Decrypt');
  grantKey(buckets.output.key, role, ...WRITER_KEY_ACTIONS);
  for (const topic of new Set([successTopic, errorTopic])) {
    if (topic === undefined) continue;
    // Not `grantPublish`, which allows actions on the key by a wildcard.
    role.allow([new PolicyStatement({ actions: ['sns:Publish'], resources: [topic.topicArn] })]);
    grantKey(topic.masterKey, role, 'kms:Decrypt', 'kms:GenerateDataKey');
  }
  return { config: configOf(options, buckets), buckets };
}

function configOf(
  { maxConcurrentInvocationsPerInstance, outputEncryptionKey, ...options }: AsyncInference,
  { output, failure }: AsyncBuckets,
): CfnEndpointConfig.AsyncInferenceConfigProperty {
  return {
    clientConfig: { maxConcurrentInvocationsPerInstance },
    outputConfig: {
      s3OutputPath: uriOf(output),
      s3FailurePath: uriOf(failure),
      kmsKeyId: outputEncryptionKey?.keyArn,
      notificationConfig: notificationsOf(options),
    },
  };
}

function notificationsOf({
  successTopic,
  errorTopic,
}: Partial<AsyncInference>): CfnEndpointConfig.AsyncInferenceNotificationConfigProperty | undefined {
  if (!successTopic && !errorTopic) return undefined;
  return { successTopic: successTopic?.topicArn, errorTopic: errorTopic?.topicArn };
}

function createBucket(scope: Construct, options: AsyncInference): Bucket {
  const { outputEncryptionKey: encryptionKey, outputExpiration: expiration, outputPrefix, failurePrefix } = options;
  return createPayloadBucket(scope, 'AsyncInference', {
    encryptionKey,
    lifecycleRules: [
      { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ...(expiration ? [outputPrefix, failurePrefix].map((prefix) => ({ prefix: `${prefix}/`, expiration })) : []),
    ],
  });
}
