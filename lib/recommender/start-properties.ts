import { createHash } from 'crypto';
import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { DEPLOYMENT_NONCE } from './workflow-definition';
import type { StartProperties } from '../contracts/benchmark-start-properties';

/** Properties of the custom resource that starts runs. A run is named after its job. */
export function startProperties(
  machine: StateMachine,
  jobPrefix: string,
  contentHash: string,
  onDeployment: boolean,
): StartProperties {
  const jobName = `${jobPrefix}-${md5(`${contentHash} ${DEPLOYMENT_NONCE}`)}`;
  return {
    StateMachineArn: machine.stateMachineArn,
    ...(onDeployment && { ExecutionName: jobName }),
    JobNames: [jobName],
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
