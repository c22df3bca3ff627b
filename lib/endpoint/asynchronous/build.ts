import { Duration } from 'aws-cdk-lib';
import { Grant, IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { BUCKETS } from '../../platform/nag-reasons';
import { ExecutionRole } from '../execution-role';
import { createPayloadBucket, USE_KEY_TO_WRITE } from '../payload-bucket';
import { AsyncInference } from './inference';

/** Objects below a prefix, and the key that encrypts them. */
interface Place {
  readonly bucket: IBucket;
  readonly prefix: string;
  readonly key?: IKey;
}

/** Where requests and answers are. */
export interface AsyncBuckets {
  readonly input: Place;
  readonly output: Place;
  readonly failure: Place;
}

/** What an endpoint needs to be asynchronous. */
export interface BuiltAsynchronous {
  readonly config: CfnEndpointConfig.AsyncInferenceConfigProperty;
  readonly buckets: AsyncBuckets;
}

/**
 * Makes the bucket, unless one is given, and lets the role read requests, write answers and tell the topics.
 *
 * Source of what the role needs: SageMaker developer guide, "Complete the prerequisites" of asynchronous inference (read 2026-11-22).
 */
export function buildAsynchronous(scope: Construct, options: AsyncInference, role: ExecutionRole): BuiltAsynchronous {
  const { inputPrefix, outputPrefix, failurePrefix, outputEncryptionKey, successTopic, errorTopic } = options;
  const bucket = options.outputBucket ?? createBucket(scope, options);
  const key = outputEncryptionKey ?? bucket.encryptionKey;
  const inputBucket = options.inputBucket ?? bucket;
  const buckets: AsyncBuckets = {
    input: { bucket: inputBucket, prefix: inputPrefix, key: inputBucket.encryptionKey },
    output: { bucket, prefix: outputPrefix, key },
    failure: { bucket, prefix: failurePrefix, key },
  };
  role.allow([
    new PolicyStatement({ actions: ['s3:GetObject'], resources: objectsOf(buckets.input) }),
    new PolicyStatement({
      actions: ['s3:PutObject', 's3:AbortMultipartUpload'],
      resources: [buckets.output, buckets.failure].flatMap(objectsOf),
    }),
  ]);
  buckets.input.key?.grantDecrypt(role);
  if (key) useToWrite(key, role);
  for (const topic of new Set([successTopic, errorTopic])) topic?.grantPublish(role);
  return { config: configOf(options, buckets), buckets };
}

/** Lets somebody put requests and read answers, whose keys have to allow it, too. */
export function grantExchange(buckets: AsyncBuckets, grantee: IGrantable): Grant {
  const { input, output } = buckets;
  if (input.key) useToWrite(input.key, grantee);
  output.key?.grantDecrypt(grantee);
  return exchangeOf(buckets)
    .map(({ actions, resources: resourceArns }) => Grant.addToPrincipal({ grantee, actions, resourceArns }))
    .reduce((all, each) => all.combine(each));
}

/**
 * What puts requests and reads answers. An answer that is not there yet is "not found" only for those who may list the bucket; for others
 * S3 says "access denied" (S3 user guide, GetObject).
 */
export function exchangeOf({ input, output, failure }: AsyncBuckets): PolicyStatement[] {
  return [
    new PolicyStatement({ actions: ['s3:PutObject'], resources: objectsOf(input) }),
    new PolicyStatement({ actions: ['s3:GetObject'], resources: [output, failure].flatMap(objectsOf) }),
    new PolicyStatement({ actions: ['s3:ListBucket'], resources: [output.bucket.bucketArn] }),
  ];
}

/** The use of the keys for the same. */
export function exchangeKeysOf({ input, output }: AsyncBuckets): PolicyStatement[] {
  const allow = (key: IKey | undefined, actions: string[]): PolicyStatement[] =>
    key ? [new PolicyStatement({ actions, resources: [key.keyArn] })] : [];
  return [...allow(input.key, USE_KEY_TO_WRITE), ...allow(output.key, ['kms:Decrypt'])];
}

function objectsOf({ bucket, prefix }: Place): string[] {
  return [bucket.arnForObjects(`${prefix}/*`)];
}

function uriOf({ bucket, prefix }: Place): string {
  return bucket.s3UrlForObject(prefix);
}

function useToWrite(key: IKey, grantee: IGrantable): void {
  key.grant(grantee, ...USE_KEY_TO_WRITE);
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
  responseInNotifications,
}: Pick<AsyncInference, 'successTopic' | 'errorTopic' | 'responseInNotifications'>):
  CfnEndpointConfig.AsyncInferenceNotificationConfigProperty | undefined {
  if (!successTopic && !errorTopic) return undefined;
  return {
    successTopic: successTopic?.topicArn,
    errorTopic: errorTopic?.topicArn,
    includeInferenceResponseIn: responseInNotifications
      ? [...(successTopic ? ['SUCCESS_NOTIFICATION_TOPIC'] : []), ...(errorTopic ? ['ERROR_NOTIFICATION_TOPIC'] : [])]
      : undefined,
  };
}

function createBucket(scope: Construct, options: AsyncInference): Bucket {
  const { outputEncryptionKey: encryptionKey, outputExpiration: expiration, outputPrefix, failurePrefix } = options;
  return createPayloadBucket(scope, 'AsyncInference', {
    encryptionKey,
    lifecycleRules: [
      { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ...(expiration ? [outputPrefix, failurePrefix].map((prefix) => ({ prefix: `${prefix}/`, expiration })) : []),
    ],
    reasons: BUCKETS.asynchronous,
  });
}
