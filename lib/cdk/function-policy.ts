import { IGrantable, ManagedPolicy, Policy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Construct, DependencyGroup } from 'constructs';
import { maxLength, MAX_INLINE_POLICY_CHARACTERS } from './role-size';
import { createVersionedManagedPolicy, createVersionedPolicy, granteeOf } from './versioned-policy';

/** Maximum characters of the inline policy: half of the limit, because a role has both the old and the new policy during an update. */
const MAX_INLINE_CHARACTERS = MAX_INLINE_POLICY_CHARACTERS / 2;
/**
 * Maximum characters of a managed policy. A role can have ten managed policies, including old and new policies during an update (IAM
 * quotas, read 2026-11-23).
 */
const MAX_MANAGED_CHARACTERS = 6_144;
/** Characters of a policy without statements. */
const EMPTY_POLICY_CHARACTERS = '{"Statement":[],"Version":"2012-10-17"}'.length;

/**
 * The permissions of a Lambda function. Permissions for all endpoints of a stack can exceed the size of an inline policy, so further
 * statements are in managed policies. The policies are replaced and never edited. Statements can be added until synthesis.
 */
export class FunctionPolicy {
  /** The inline policy. */
  public readonly inline: Policy;
  /** All policies. Resources that invoke the function must depend on this group, so that all policies exist before the invocation. */
  public readonly policies = new DependencyGroup();
  /** Grantee for permissions that other constructs grant to the function, such as the use of a key. */
  public readonly grantee: IGrantable;
  private readonly sizedPolicies: SizedPolicy[];

  /**
   * @param scope scope of the policies. If the scope is the role, all resources that depend on the role, such as the function, also depend
   * on the policies
   */
  constructor(
    private readonly scope: Construct,
    private readonly role: Role,
  ) {
    this.inline = createVersionedPolicy(scope, 'Policy');
    role.attachInlinePolicy(this.inline);
    this.sizedPolicies = [new SizedPolicy(this.inline, MAX_INLINE_CHARACTERS)];
    this.policies.add(this.inline);
    this.grantee = granteeOf(role, this.policies, (statement) => this.addStatements(statement));
  }

  /** Adds permissions. */
  public addStatements(...statements: PolicyStatement[]): void {
    for (const statement of statements) {
      const sizedPolicy = this.sizedPolicies.find((each) => each.canFit(statement)) ?? this.addPolicy();
      sizedPolicy.add(statement);
    }
  }

  private addPolicy(): SizedPolicy {
    const policy = createVersionedManagedPolicy(this.scope, `Policy${this.sizedPolicies.length + 1}`, this.role);
    const sizedPolicy = new SizedPolicy(policy, MAX_MANAGED_CHARACTERS);
    this.sizedPolicies.push(sizedPolicy);
    this.policies.add(policy);
    return sizedPolicy;
  }
}

/** A policy that counts its characters. CDK merges statements that differ only in their resources. */
class SizedPolicy {
  private usedCharacters = EMPTY_POLICY_CHARACTERS;
  private readonly mergeKeys = new Set<string>();

  constructor(
    private readonly policy: Policy | ManagedPolicy,
    private readonly maxCharacters: number,
  ) {}

  public canFit(statement: PolicyStatement): boolean {
    return this.usedCharacters + this.charactersOf(statement) <= this.maxCharacters;
  }

  public add(statement: PolicyStatement): void {
    this.usedCharacters += this.charactersOf(statement);
    this.mergeKeys.add(jsonWithoutResources(statement));
    this.policy.addStatements(statement);
  }

  private charactersOf(statement: PolicyStatement): number {
    const mergeKey = jsonWithoutResources(statement);
    // `maxLength` of the resources includes the brackets of the list. A merged statement adds a comma instead, so its size is overestimated
    // slightly.
    return (
      maxLength(statement.resources) +
      (this.mergeKeys.has(mergeKey) ? 0 : maxLength(JSON.parse(mergeKey) as object) + 1)
    );
  }
}

/** The JSON of a statement without its resources, which is equal for statements that CDK merges. */
function jsonWithoutResources(statement: PolicyStatement): string {
  return JSON.stringify({ ...(statement.toStatementJson() as object), Resource: [] });
}
