import { PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge, acknowledgeRule, acknowledgeWildcards } from '../platform/acknowledge';
import { OWN_RULES, RULES, WILDCARDS } from '../platform/nag-reasons';
import { checkRoleSize } from '../platform/role-size';
import { trustForAccount } from '../platform/service-trust';

/** The role of a workflow, to which each task adds the permission for its own call. */
export function createWorkflowRole(scope: Construct, jobArns: string): Role {
  const role = new Role(scope, 'Role', {
    assumedBy: trustForAccount(scope, 'states'),
    description: 'Runs the jobs of a benchmark and stores their results',
  });
  checkRoleSize(role, 'benchmark fewer models or variations in this construct');
  acknowledge(role, RULES.benchmarkRole);
  // Attached to nothing: it only tells which wildcard the tasks' own statements have.
  const calls = new PolicyStatement({ actions: ['sagemaker:*InferenceRecommendationsJob'], resources: [jobArns] });
  acknowledgeWildcards(role, [calls], WILDCARDS.workflowRole);
  acknowledgeRule(role, OWN_RULES.workflowRole);
  return role;
}
