import { CfnPolicy, IGrantable, IPrincipal, IRole, Policy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Construct, IDependable } from 'constructs';
import { acknowledge, acknowledgeWildcards } from '../cdk/acknowledge';
import { RULE_REASONS, WILDCARD_REASONS } from '../cdk/nag-reasons';
import { checkRoleSize, GRANT_LESS_ADVICE } from '../cdk/role-size';
import { trustForAccount } from '../cdk/service-trust';
import { createVersionedPolicy, granteeOf } from '../cdk/versioned-policy';
import { checkTrust, warnWithoutPolicies } from './check-role';

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
    const executionRole = new ExecutionRole(scope, role);
    const { policies: together, modelPolicies: separately } = executionRole;
    if (userRole) {
      checkTrust(scope, userRole);
      warnWithoutPolicies(scope, userRole, () => [...together, ...separately.flat()]);
    }
    if (role instanceof Role) checkRoleSize(role, advice, { together, separately });
    return executionRole;
  }

  /** Principal for grants of other constructs, such as the use of a key. */
  public readonly grantPrincipal: IPrincipal;
  /** Role and policy, on which the SageMaker models depend. */
  public readonly dependencies: IDependable[];

  private readonly policy: Policy;
  private readonly policies: Policy[] = [];
  private readonly modelPolicies: Policy[][] = [];

  private constructor(
    private readonly scope: Construct,
    public readonly role: IRole,
  ) {
    this.policy = createVersionedPolicy(scope, 'ExecutionPolicy');
    this.attach(this.policy);
    this.grantPrincipal = granteeOf(this.role, this.policy, (statement) => this.allow([statement]));
    this.dependencies = [this.role, this.policy];
  }

  /** Returns the same role with separate policies, for one of several models that change independently. */
  public forModel(scope: Construct): ExecutionRole {
    const modelRole = new ExecutionRole(scope, this.role);
    this.modelPolicies.push(modelRole.policies);
    return modelRole;
  }

  /** Identifier that changes with the permissions of the role. It is final when the stack is synthesized. */
  public get version(): string {
    return (this.policy.node.defaultChild as CfnPolicy).logicalId;
  }

  /** Adds permissions to the main policy, on which the endpoint and its models depend. */
  public allow(statements: PolicyStatement[]): void {
    acknowledgeWildcards(this.policy, statements, WILDCARD_REASONS.executionRole);
    this.policy.addStatements(...statements);
  }

  /** Makes the main policy depend on a resource. CloudFormation then deletes the resource after the policy. */
  public addPolicyDependency(dependency: IDependable): void {
    this.policy.node.addDependency(dependency);
  }

  /**
   * Adds permissions in a separate policy. The endpoint must depend on this policy, but its models need not. Returns a list with the policy,
   * or an empty list if there are no statements.
   *
   * @param dependencies resources on which the separate policy depends. CloudFormation deletes these resources after the policy
   */
  public addSeparatePolicy(id: string, statements: PolicyStatement[], ...dependencies: IDependable[]): IDependable[] {
    if (statements.length === 0) return [];
    const policy = createVersionedPolicy(this.scope, id);
    policy.node.addDependency(...dependencies);
    policy.addStatements(...statements);
    this.attach(policy);
    acknowledgeWildcards(policy, statements, WILDCARD_REASONS.executionRole);
    return [policy];
  }

  private attach(policy: Policy): void {
    this.role.attachInlinePolicy(policy);
    this.policies.push(policy);
    acknowledge(policy, RULE_REASONS.executionRole);
  }
}

function createRole(scope: Construct, id: string): Role {
  return new Role(scope, id, {
    assumedBy: trustForAccount(scope, 'sagemaker'),
    description: 'SageMaker runs the Triton endpoint with this role',
  });
}
