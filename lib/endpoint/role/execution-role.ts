import { ArnFormat, Stack } from 'aws-cdk-lib';
import { CfnPolicy, IGrantable, IPrincipal, IRole, Policy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Construct, IDependable } from 'constructs';
import { acknowledge, acknowledgeWildcards } from '../../cdk/acknowledge';
import { RULE_REASONS, WILDCARD_REASONS } from '../../cdk/nag-reasons';
import { checkRoleSize, GRANT_LESS_ADVICE } from '../../cdk/role-size';
import { trustForAccount } from '../../cdk/service-trust';
import { createVersionedPolicy, granteeOf } from '../../cdk/versioned-policy';
import { EndpointLogs } from '../../monitoring/endpoint-logs';
import { checkTrust, warnAboutLogGroups, warnWithoutPolicies } from './check-role';

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
    const role = userRole ?? createRole(scope, id);
    const executionRole = new ExecutionRole(scope, role, userRole ? SEPARATE_ROLES_ADVICE : advice);
    if (userRole) {
      checkTrust(scope, userRole);
      warnAboutLogGroups(scope, userRole);
      warnWithoutPolicies(scope, userRole, executionRole.policies);
    }
    return executionRole;
  }

  /** Principal for grants of other constructs, such as the use of a key. */
  public readonly grantPrincipal: IPrincipal;
  /** Role and policy, on which the SageMaker models and the endpoint depend. */
  public readonly dependencies: IDependable[];

  private readonly policy: Policy;
  private readonly policies: Policy[] = [];

  private constructor(
    private readonly scope: Construct,
    public readonly role: IRole,
    private readonly advice: string,
  ) {
    this.policy = createVersionedPolicy(scope, 'ExecutionPolicy');
    this.attach(this.policy);
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

  /** Allows writing the log of the endpoint. */
  public allowLog(logs: EndpointLogs): void {
    addLogPermissions(this.policy, [logs]);
  }

  /**
   * Allows writing the logs of inference components, in a separate policy. The components must depend on this policy, but their models do not
   * change with it.
   */
  public allowLogs(logs: EndpointLogs[]): Policy {
    const policy = createVersionedPolicy(this.scope, 'LogPolicy');
    this.attach(policy);
    addLogPermissions(policy, logs);
    return policy;
  }

  private attach(policy: Policy): void {
    this.policies.push(policy);
    this.role.attachInlinePolicy(policy);
    checkRoleSize(this.role, this.advice, policy);
    acknowledge(policy, RULE_REASONS.executionRole);
  }
}

/**
 * Allows writing to log groups. The permissions are those that the developer guide lists for CreateModel (SageMaker roles, read 2026-11-22),
 * except CreateLogGroup: the last log lines arrive after the deletion of the endpoint, and would create its log group again
 * (apache/airflow#29581), so that the next creation of the stack would fail. The policy depends on the log groups, so CloudFormation deletes
 * the permissions first.
 */
function addLogPermissions(policy: Policy, logs: EndpointLogs[]): void {
  policy.node.addDependency(...logs.map(({ logGroup }) => logGroup));
  const arnFormat = ArnFormat.COLON_RESOURCE_NAME;
  const statement = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:DescribeLogStreams', 'logs:PutLogEvents'],
    resources: logs.map(({ logGroupName }) =>
      Stack.of(policy).formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName: `${logGroupName}:*`,
        arnFormat,
      }),
    ),
  });
  policy.addStatements(statement);
  acknowledgeWildcards(policy, [statement], WILDCARD_REASONS.executionRole);
}

function createRole(scope: Construct, id: string): Role {
  return new Role(scope, id, {
    assumedBy: trustForAccount(scope, 'sagemaker'),
    description: 'SageMaker runs the Triton endpoint with this role',
  });
}
