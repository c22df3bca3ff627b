import { createHash } from 'crypto';
import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { StartProperties } from './recommender-functions';
import { UNFORCED } from './workflow-definition';
import { WorkflowItem } from './workflow-parts';

/** What a deployment starts: a run named after its jobs, which are named after their content. */
export function startProperties(
  machine: StateMachine,
  jobPrefix: string,
  items: WorkflowItem[],
  onDeployment: boolean,
): StartProperties {
  const jobNames = items.map(({ contentHash }) => `${jobPrefix}-${md5(`${contentHash} ${UNFORCED}`)}`);
  return {
    StateMachineArn: machine.stateMachineArn,
    ...(onDeployment && { ExecutionName: `${jobPrefix}-${md5(jobNames.join(' '))}` }),
    JobNames: jobNames,
    JobPrefix: `${jobPrefix}-`,
  };
}

/** What starting and stopping takes. */
export function startStatements(machine: StateMachine, jobArns: string): PolicyStatement[] {
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

/** As the workflow names jobs: States.Hash with MD5, which is short enough for a name. */
function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
