import { Grant, IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { keyPermissions } from '../buckets/payload-bucket';
import { AsyncInference } from '../options/async-options';

/** A prefix in a bucket, and the key that encrypts its objects. */
interface Location {
  readonly bucket: IBucket;
  readonly prefix: string;
  readonly key?: IKey;
}

/** Locations of requests, responses and failures. The locations can be prefixes in the same bucket. */
export interface AsyncBuckets {
  readonly input: Location;
  readonly output: Location;
  readonly failure: Location;
}

/**
 * Combines buckets, prefixes and keys into the locations of requests, responses and failures.
 *
 * @param outputBucket the bucket of the user, or the bucket that the endpoint creates
 */
export function bucketsOf(options: AsyncInference, outputBucket: IBucket): AsyncBuckets {
  const { inputBucket = outputBucket, outputEncryptionKey: key = outputBucket.encryptionKey } = options;
  return {
    input: { bucket: inputBucket, prefix: options.inputPrefix, key: inputBucket.encryptionKey },
    output: { bucket: outputBucket, prefix: options.outputPrefix, key },
    failure: { bucket: outputBucket, prefix: options.failurePrefix, key },
  };
}

/**
 * Grants permission to upload requests and to read responses. Adds the permissions only to the policy of the grantee, not to the bucket
 * policies. A caller must be in the endpoint's account anyway: endpoints have no resource policies that could allow other accounts to
 * invoke them.
 */
export function grantCallerAccess(buckets: AsyncBuckets, grantee: IGrantable): Grant {
  return callerStatements(buckets)
    .map(({ actions, resources: resourceArns }) => Grant.addToPrincipal({ grantee, actions, resourceArns }))
    .reduce((combined, grant) => combined.combine(grant));
}

/**
 * The permissions to upload requests and to read responses. For a response that does not exist yet, S3 returns "not found" only to callers
 * that may list the bucket, and "access denied" to all others (S3 user guide, GetObject).
 */
export function callerStatements({ input, output, failure }: AsyncBuckets): PolicyStatement[] {
  return [
    new PolicyStatement({ actions: ['s3:PutObject'], resources: objectsOf(input) }),
    new PolicyStatement({ actions: ['s3:GetObject'], resources: [output, failure].flatMap(objectsOf) }),
    new PolicyStatement({ actions: ['s3:ListBucket'], resources: [output.bucket.bucketArn] }),
    ...keyPermissions(input.key),
    ...keyPermissions(output.key, ['kms:Decrypt']),
  ];
}

/** The objects of a location, as resources of a policy. */
export function objectsOf({ bucket, prefix }: Location): string[] {
  return [bucket.arnForObjects(`${prefix}/*`)];
}

/** S3 URI of a location. */
export function uriOf({ bucket, prefix }: Location): string {
  return bucket.s3UrlForObject(prefix);
}
