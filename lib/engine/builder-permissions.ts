import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import type { EngineJob } from '../platform/engine-jobs';
import { JOB_PREFIX } from './engine-properties';

/** The jobs of a kind that build engines, whichever stack has begun them: stacks that share a bucket wait for one job. */
export function runJobs(stack: Stack, kind: EngineJob): PolicyStatement {
  const name = kind === 'training' ? 'TrainingJob' : 'ProcessingJob';
  return new PolicyStatement({
    actions: [`sagemaker:Create${name}`, `sagemaker:Describe${name}`, `sagemaker:Stop${name}`, 'sagemaker:AddTags'],
    resources: [stack.formatArn({ service: 'sagemaker', resource: `${kind}-job`, resourceName: `${JOB_PREFIX}*` })],
  });
}

/** Sources from the asset bucket, and all that is below the prefix of the engines. */
export function keepEngines(
  stack: Stack,
  sourceBucket: string,
  bucket: IBucket,
  enginePrefix: string,
): PolicyStatement[] {
  const assets = { service: 's3', region: '', account: '', resource: sourceBucket, resourceName: '*' };
  return [
    // Asset keys are hashes, without a common beginning.
    new PolicyStatement({ actions: ['s3:GetObject'], resources: [stack.formatArn(assets)] }),
    new PolicyStatement({
      actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'],
      resources: [bucket.arnForObjects(`${enginePrefix}*`)],
    }),
    new PolicyStatement({
      actions: ['s3:ListBucket'],
      resources: [bucket.bucketArn],
      conditions: { StringLike: { 's3:prefix': `${enginePrefix}*` } },
    }),
  ];
}
