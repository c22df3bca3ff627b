import { ArnFormat, Stack } from 'aws-cdk-lib';
import { CfnPolicy, IGrantable, IPrincipal, IRole, Policy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Construct, IDependable } from 'constructs';
import { acknowledge, acknowledgeWildcards } from '../cdk/acknowledge';
import { RULE_REASONS, WILDCARD_REASONS } from '../cdk/nag-reasons';
import { checkRoleSize, GRANT_LESS_ADVICE } from '../cdk/role-size';
import { trustForAccount } from '../cdk/service-trust';
import { createVersionedPolicy, granteeOf } from '../cdk/versioned-policy';
import { EndpointLogs } from '../monitoring/endpoint-logs';
import { checkTrust, warnWithoutPolicy } from './check-role';

/** Advice for a role of the user, which several endpoints can share. */
const SEPARATE_ROLES_ADVICE = `give each endpoint its own role, or ${GRANT_LESS_ADVICE}`;

/**
 * The role that SageMaker assumes for an endpoint, with the minimum permissions.
 *
 * The role itself never changes. Its permissions are in a policy: a change replaces the policy and never edits it. During an update, the
 * old and the new fleet (the instances before and after the update) have the same role, and the old fleet still requires the old
 * permissions to load models, replace instances and scale out until it is deleted.
 */
export class ExecutionRole implements IGrantable {
  /**
   * Creates the role with the ID, or uses the role of the user. The role is checked at synthesis.
   *
   * @param advice how to reduce the policies of the role, as the end of a sentence
   */
  public static of(scope: Construct, id: string, userRole?: IRole, advice = GRANT_LESS_ADVICE): ExecutionRole {
    const executionRole = new ExecutionRole(scope, userRole ?? createRole(scope, id));
    const { role, policy } = executionRole;
    if (userRole) {
      checkTrust(scope, userRole);
      warnWithoutPolicy(scope, userRole, policy);
    }
    checkRoleSize(role, userRole ? SEPARATE_ROLES_ADVICE : advice, policy);
    return executionRole;
  }

  /** Principal for grants of other constructs, such as the use of a key. */
  public readonly grantPrincipal: IPrincipal;
  /** Role and policy, on which the SageMaker models and the endpoint depend. */
  public readonly dependencies: IDependable[];

  private readonly policy: Policy;

  private constructor(
    scope: Construct,
    public readonly role: IRole,
  ) {
    this.policy = createVersionedPolicy(scope, 'ExecutionPolicy');
    role.attachInlinePolicy(this.policy);
    acknowledge(this.policy, RULE_REASONS.executionRole);
    this.grantPrincipal = granteeOf(role, this.policy, (statement) => this.allow([statement]));
    this.dependencies = [role, this.policy];
  }

  /** Identifier that changes with the permissions of the role. It is final when the stack is synthesized. */
  public get version(): string {
    return (this.policy.node.defaultChild as CfnPolicy).logicalId;
  }

  /** Adds permissions. */
  public allow(statements: PolicyStatement[]): void {
    acknowledgeWildcards(this.policy, statements, WILDCARD_REASONS.executionRole);
    this.policy.addStatements(...statements);
  }

  /**
   * Allows writing to a log group, as listed in the developer guide for CreateModel (SageMaker roles, read 2026-11-22). The policy depends on
   * the log group, so CloudFormation deletes the permissions first. The last log lines would otherwise create the deleted log group again
   * (apache/airflow#29581), and the next creation of the stack would fail.
   *
   * The permissions include CreateLogGroup, although the stack creates the group: SageMaker also tries to create a group that exists
   * (DIAGNijmegen/terraform-aws-grand-challenge-components, sagemaker.tf).
   */
  public allowLog({ logGroup, logGroupName }: EndpointLogs): void {
    this.policy.node.addDependency(logGroup);
    const resourceName = `${logGroupName}:*`;
    const arnFormat = ArnFormat.COLON_RESOURCE_NAME;
    const arn = Stack.of(this.policy).formatArn({ service: 'logs', resource: 'log-group', resourceName, arnFormat });
    const actions = ['CreateLogGroup', 'CreateLogStream', 'DescribeLogStreams', 'PutLogEvents'];
    this.allow([new PolicyStatement({ actions: actions.map((action) => `logs:${action}`), resources: [arn] })]);
  }
}

function createRole(scope: Construct, id: string): Role {
  return new Role(scope, id, {
    assumedBy: trustForAccount(scope, 'sagemaker'),
    description: 'SageMaker runs the Triton endpoint with this role',
  });
}
