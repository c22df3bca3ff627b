import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EngineJobKind } from '../platform/engine-jobs';
import { JOB_PREFIX } from './engine-properties';

/** The jobs of a kind that build engines, whichever stack has begun them: stacks that share a bucket wait for one job. */
export function runJobs(stack: Stack, kind: EngineJobKind): PolicyStatement {
  const name = kind === EngineJobKind.TRAINING ? 'TrainingJob' : 'ProcessingJob';
  return new PolicyStatement({
    actions: [`sagemaker:Create${name}`, `sagemaker:Describe${name}`, `sagemaker:Stop${name}`, 'sagemaker:AddTags'],
    resources: [stack.formatArn({ service: 'sagemaker', resource: `${kind}-job`, resourceName: `${JOB_PREFIX}*` })],
  });
}
