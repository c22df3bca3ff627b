import { Grant, IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { useKey } from '../payload-bucket';
import { Prefixes } from './inference';
import { AsyncPlaceOptions } from './options';

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

/** The prefixes, with their defaults. */
export function prefixesOf({
  inputPrefix = 'input',
  outputPrefix = 'output',
  failurePrefix = 'failure',
}: AsyncPlaceOptions): Prefixes {
  return { inputPrefix, outputPrefix, failurePrefix };
}

/** Where everything is, once there is a bucket for the answers. */
export function bucketsOf({
  outputBucket,
  inputBucket = outputBucket,
  outputEncryptionKey: key = outputBucket.encryptionKey,
  ...prefixes
}: Prefixes & {
  readonly inputBucket?: IBucket;
  readonly outputBucket: IBucket;
  readonly outputEncryptionKey?: IKey;
}): AsyncBuckets {
  return {
    input: { bucket: inputBucket, prefix: prefixes.inputPrefix, key: inputBucket.encryptionKey },
    output: { bucket: outputBucket, prefix: prefixes.outputPrefix, key },
    failure: { bucket: outputBucket, prefix: prefixes.failurePrefix, key },
  };
}

/** Allows a caller to put requests and to read answers. It belongs to the endpoint's account: endpoints have no policies of resources. */
export function grantExchange(buckets: AsyncBuckets, grantee: IGrantable): Grant {
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
    ...useKey(input.key),
    ...useKey(output.key, ['kms:Decrypt']),
  ];
}

/** What a policy names them by. */
export function objectsOf({ bucket, prefix }: Place): string[] {
  return [bucket.arnForObjects(`${prefix}/*`)];
}

/** What SageMaker and callers name them by. */
export function uriOf({ bucket, prefix }: Place): string {
  return bucket.s3UrlForObject(prefix);
}
