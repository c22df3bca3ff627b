import { Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledgeWildcards } from '../platform/acknowledge';
import { acknowledgeInlinePolicies } from './acknowledge';

/** The role of a workflow, to which each task adds the permission for its own call. */
export function createWorkflowRole(scope: Construct, jobArns: string): Role {
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('states.amazonaws.com'),
    description: 'Runs the jobs of a benchmark and keeps their results',
  });
  acknowledgeInlinePolicies(role);
  // Attached to nothing: it only tells which wildcard the tasks' own statements have.
  const calls = new PolicyStatement({ actions: ['sagemaker:*InferenceRecommendationsJob'], resources: [jobArns] });
  acknowledgeWildcards(role, [calls], { sagemaker: 'The names of jobs begin with the name of the benchmark' });
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'The state machine may deliver its log, which supports no resource',
  });
  return role;
}
