import { Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge, acknowledgeWildcards } from '../platform/acknowledge';
import { OWN_RULES, RULES, WILDCARDS } from '../platform/nag-reasons';

/** What a workflow uses. */
export interface WorkflowResources {
  /** Its own jobs, by the beginning of their names. */
  readonly jobArns: string;
  readonly jobRoleArn: string;
  readonly functionArn: string;
  readonly parameterArn: string;
}

/** The role of a workflow: its jobs, their role, its function and its parameter. */
export function createWorkflowRole(scope: Construct, resources: WorkflowResources): Role {
  const statements = [
    new PolicyStatement({
      actions: ['Create', 'Describe', 'Stop'].map((verb) => `sagemaker:${verb}InferenceRecommendationsJob`),
      resources: [resources.jobArns],
    }),
    new PolicyStatement({
      actions: ['iam:PassRole'],
      resources: [resources.jobRoleArn],
      conditions: { StringEquals: { 'iam:PassedToService': 'sagemaker.amazonaws.com' } },
    }),
    new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [resources.functionArn] }),
    new PolicyStatement({ actions: ['ssm:PutParameter'], resources: [resources.parameterArn] }),
  ];
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('states.amazonaws.com'),
    description: 'Runs the jobs of a benchmark and keeps their results',
    inlinePolicies: { Benchmark: new PolicyDocument({ statements }) },
  });
  acknowledge(role, RULES.benchmarkRole);
  acknowledgeWildcards(role, statements, WILDCARDS.workflowRole);
  Validations.of(role).acknowledge(OWN_RULES.workflowRole);
  return role;
}
