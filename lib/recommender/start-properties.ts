import { createHash } from 'crypto';
import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { DEPLOYMENT_NONCE } from './workflow-definition';
import type { StartProperties } from '../contracts/benchmark-start-properties';
import { WorkflowItem } from './workflow-parts';

/** Properties of the custom resource that starts runs. The name of a run contains a hash of the names of its jobs. */
export function startProperties(
  machine: StateMachine,
  jobPrefix: string,
  items: WorkflowItem[],
  onDeployment: boolean,
): StartProperties {
  const jobNames = items.map(({ contentHash }) => `${jobPrefix}-${md5(`${contentHash} ${DEPLOYMENT_NONCE}`)}`);
  return {
    StateMachineArn: machine.stateMachineArn,
    ...(onDeployment && { ExecutionName: `${jobPrefix}-${md5(jobNames.join(' '))}` }),
    JobNames: jobNames,
    JobPrefix: `${jobPrefix}-`,
  };
}

/** Permissions to start and stop runs. */
export function startPermissions(machine: StateMachine, jobArns: string): PolicyStatement[] {
  const runs = Stack.of(machine).formatArn({
    service: 'states',
    resource: 'execution',
    resourceName: `${machine.stateMachineName}:*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  return [
    new PolicyStatement({
      actions: ['states:ListExecutions', 'states:StartExecution'],
      resources: [machine.stateMachineArn],
    }),
    new PolicyStatement({ actions: ['states:StopExecution'], resources: [runs] }),
    new PolicyStatement({ actions: ['sagemaker:StopInferenceRecommendationsJob'], resources: [jobArns] }),
  ];
}

/** Returns the same hash as the workflow, which uses States.Hash with MD5. An MD5 hash is short enough for the name of a job. */
function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
