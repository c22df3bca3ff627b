import { CfnPolicy, IGrantable, IPrincipal, IRole, Policy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Construct, IDependable } from 'constructs';
import { acknowledge, acknowledgeWildcards } from '../platform/acknowledge';
import { RULES, WILDCARDS } from '../platform/nag-reasons';
import { checkRoleSize, GRANT_LESS } from '../platform/role-size';
import { trustForAccount } from '../platform/service-trust';
import { createVersionedPolicy, granteeOf } from '../platform/versioned-policy';
import { checkTrust, warnWithoutPolicies } from './check-role';

/**
 * The role that SageMaker assumes for an endpoint. It is allowed what the endpoint needs, and nothing else.
 *
 * The role itself never changes. What it may do is in a policy that is replaced and never edited: old and new fleet have the same role, and
 * the old one loads models, replaces hosts and grows until it is gone.
 */
export class ExecutionRole implements IGrantable {
  public readonly role: IRole;
  /** Takes what other constructs grant to the role, such as the use of a key. */
  public readonly grantPrincipal: IPrincipal;
  /** What a model has to wait for. */
  public readonly ready: IDependable[];

  private readonly policy: Policy;
  private readonly policies: Policy[] = [];

  constructor(
    private readonly scope: Construct,
    id: string,
    given?: IRole,
  ) {
    this.role = given ?? createRole(scope, id);
    this.policy = createVersionedPolicy(scope, 'ExecutionPolicy');
    this.attach(this.policy);
    if (given) {
      checkTrust(scope, given);
      warnWithoutPolicies(scope, given, this.policies);
    }
    if (this.role instanceof Role) checkRoleSize(this.role, GRANT_LESS, this.policies);
    this.grantPrincipal = granteeOf(this.role, this.policy, (statement) => this.allow([statement]));
    this.ready = [this.role, this.policy];
  }

  /** Changes with what the role may do; final when the stack is synthesized. */
  public get version(): string {
    return (this.policy.node.defaultChild as CfnPolicy).logicalId;
  }

  /** Adds permissions. */
  public allow(statements: PolicyStatement[]): void {
    acknowledgeWildcards(this.policy, statements, WILDCARDS.executionRole);
    this.policy.addStatements(...statements);
  }

  /** Makes all permissions wait for something, which is deleted after them. */
  public waitFor(before: IDependable): void {
    this.policy.node.addDependency(before);
  }

  /**
   * Adds permissions that only the endpoint has to wait for, not its models.
   *
   * @param after what these permissions wait for, and what is deleted after them
   */
  public allowLater(id: string, statements: PolicyStatement[], ...after: IDependable[]): IDependable[] {
    if (statements.length === 0) return [];
    const policy = createVersionedPolicy(this.scope, id);
    policy.node.addDependency(...after);
    policy.addStatements(...statements);
    this.attach(policy);
    acknowledgeWildcards(policy, statements, WILDCARDS.executionRole);
    return [policy];
  }

  private attach(policy: Policy): void {
    this.role.attachInlinePolicy(policy);
    this.policies.push(policy);
    acknowledge(policy, RULES.executionRole);
  }
}

function createRole(scope: Construct, id: string): Role {
  return new Role(scope, id, {
    assumedBy: trustForAccount(scope, 'sagemaker'),
    description: 'SageMaker runs the Triton endpoint with this role',
  });
}
