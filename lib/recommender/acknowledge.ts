import { Stack, Validations } from 'aws-cdk-lib';
import { Function } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

const PACKS = ['NIST.800.53.R5', 'HIPAA.Security', 'PCI.DSS.321'];

/** What rule packs miss of the results' own bucket, and why it is so. */
const BUCKET_REASONS: Record<string, string> = {
  S3BucketLoggingEnabled:
    'Only the results function writes here; with resultsBucket a bucket with access logs can be given',
  S3BucketReplicationEnabled: 'Benchmarks can be repeated; with resultsBucket a replicated bucket can be given',
  S3DefaultEncryptionKMS: 'Encrypted with keys of S3; with resultsBucket a bucket with a KMS key can be given',
};

const FUNCTION_REASONS: Record<string, string> = {
  LambdaConcurrency: 'It runs at a deployment and at the end of a benchmark, never often',
  LambdaDLQ: 'It is invoked synchronously, and whoever invokes it repeats and reports failures',
  LambdaInsideVPC: 'It only calls services of AWS, with credentials, and reads nothing of a network',
};

/** Tells cdk-nag why the bucket is as it is. */
export function acknowledgeBucket(bucket: Bucket): void {
  const { S3BucketLoggingEnabled: logging } = BUCKET_REASONS;
  Validations.of(bucket).acknowledge({ id: 'AwsSolutions-S1', reason: logging });
  acknowledgeInPacks(bucket, BUCKET_REASONS);
}

/** Tells cdk-nag why a function is as it is. */
export function acknowledgeFunction(handler: Function): void {
  acknowledgeInPacks(handler, FUNCTION_REASONS);
}

/** Tells cdk-nag why a log group is as it is. */
export function acknowledgeLogGroup(logGroup: LogGroup): void {
  acknowledgeInPacks(logGroup, {
    CloudWatchLogGroupEncrypted:
      'It holds names of jobs and what they measured; CloudWatch encrypts it with keys of its own',
  });
}

/** Tells cdk-nag why the policies of a role are inline. */
export function acknowledgeInlinePolicies(scope: Construct): void {
  acknowledgeInPacks(scope, {
    IAMNoInlinePolicy: 'The permissions belong to this role alone, and are there as soon as it is',
  });
}

/** Tells cdk-nag why resources have wildcards: it wants each of them acknowledged on its own. */
export function acknowledgeWildcards(role: Construct, resources: string[], reason: string): void {
  const stack = Stack.of(role);
  const wildcards = resources
    .map((resource) => flat(stack.resolve(resource)))
    .filter((resource) => resource.includes('*'));
  for (const resource of new Set(wildcards)) {
    Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[Resource::${resource}]`, reason });
  }
}

/** A resource as cdk-nag writes it, with references in angle brackets. */
function flat(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[name, argument]] = Object.entries(value);
  return name === 'Fn::Join'
    ? (argument as [string, unknown[]])[1].map(flat).join('')
    : `<${[argument].flat().join('.')}>`;
}

function acknowledgeInPacks(scope: Construct, reasons: Record<string, string>): void {
  for (const [rule, reason] of Object.entries(reasons)) {
    for (const pack of PACKS) Validations.of(scope).acknowledge({ id: `${pack}-${rule}`, reason });
  }
}
