import { IGrantable, ManagedPolicy, Policy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Construct, DependencyGroup } from 'constructs';
import { longest, MAX_CHARACTERS } from './role-size';
import { createVersionedManagedPolicy, createVersionedPolicy, granteeOf } from './versioned-policy';

/** During an update, a role has the old inline policy and the new one. */
const MAX_INLINE = MAX_CHARACTERS / 2;
/** Characters of a managed policy; a role has up to ten, the old ones and the new ones together (IAM quotas, read 2026-11-23). */
const MAX_MANAGED = 6_144;
/** Of a policy without statements. */
const EMPTY = '{"Statement":[],"Version":"2012-10-17"}'.length;

/**
 * What a function may do. One that serves all endpoints of a stack may do more than an inline policy has room for: the rest is in managed
 * policies. All are replaced and never edited. Statements are added until the app is synthesized.
 */
export class FunctionPolicy {
  /** The inline policy. */
  public readonly inline: Policy;
  /** What everything that invokes the function waits for: all policies. */
  public readonly ready = new DependencyGroup();
  /** Takes what other constructs grant to the function, such as the use of a key. */
  public readonly grantee: IGrantable;
  private readonly parts: Part[];

  /** @param scope of the policies; below the role, the function and what invokes it wait for them, too */
  constructor(
    private readonly scope: Construct,
    private readonly role: Role,
  ) {
    this.inline = createVersionedPolicy(scope, 'Policy');
    role.attachInlinePolicy(this.inline);
    this.parts = [new Part(this.inline, MAX_INLINE)];
    this.ready.add(this.inline);
    this.grantee = granteeOf(role, this.ready, (statement) => this.addStatements(statement));
  }

  /** Adds permissions. */
  public addStatements(...statements: PolicyStatement[]): void {
    for (const statement of statements) {
      const part = this.parts.find((each) => each.hasRoomFor(statement)) ?? this.addPart();
      part.add(statement);
    }
  }

  private addPart(): Part {
    const policy = createVersionedManagedPolicy(this.scope, `Policy${this.parts.length + 1}`, this.role);
    const part = new Part(policy, MAX_MANAGED);
    this.parts.push(part);
    this.ready.add(policy);
    return part;
  }
}

/** A policy, and how much of it is used. Statements that differ in their resources alone become one. */
class Part {
  private used = EMPTY;
  private readonly heads = new Set<string>();

  constructor(
    private readonly policy: Policy | ManagedPolicy,
    private readonly maximum: number,
  ) {}

  public hasRoomFor(statement: PolicyStatement): boolean {
    return this.used + this.sizeOf(statement) <= this.maximum;
  }

  public add(statement: PolicyStatement): void {
    this.used += this.sizeOf(statement);
    this.heads.add(headOf(statement));
    this.policy.addStatements(statement);
  }

  private sizeOf(statement: PolicyStatement): number {
    const head = headOf(statement);
    // Of each list the brackets are counted with its resources; they stand for the comma.
    return longest(statement.resources) + (this.heads.has(head) ? 0 : longest(JSON.parse(head) as object) + 1);
  }
}

/** All of a statement but its resources. */
function headOf(statement: PolicyStatement): string {
  return JSON.stringify({ ...(statement.toStatementJson() as object), Resource: [] });
}
