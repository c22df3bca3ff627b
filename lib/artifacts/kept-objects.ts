import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';

/** What fills a prefix from the assets of deployments, and empties it again. */
export function keepObjects(stack: Stack, sourceBucket: string, bucket: IBucket, prefix: string): PolicyStatement[] {
  const assets = { service: 's3', region: '', account: '', resource: sourceBucket, resourceName: '*' };
  return [
    // Asset keys are hashes, without a common beginning.
    new PolicyStatement({ actions: ['s3:GetObject'], resources: [stack.formatArn(assets)] }),
    new PolicyStatement({
      actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'],
      resources: [bucket.arnForObjects(`${prefix}*`)],
    }),
    new PolicyStatement({
      actions: ['s3:ListBucket'],
      resources: [bucket.bucketArn],
      conditions: { StringLike: { 's3:prefix': `${prefix}*` } },
    }),
  ];
}
