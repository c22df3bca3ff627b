import { IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct, IDependable } from 'constructs';
import { acknowledge, acknowledgeWildcards } from '../platform/acknowledge';
import { RULES, WILDCARDS } from '../platform/nag-reasons';
import { checkRoleSize } from '../platform/role-size';

/**
 * The role that SageMaker assumes for an endpoint. It is allowed what the endpoint needs, and nothing else.
 *
 * What the role of our own may do is inline in it, so that a model that depends on the role never starts before its permissions exist.
 */
export class ExecutionRole {
  public readonly role: IRole;
  /** What a model has to wait for. */
  public readonly ready: IDependable[];

  private readonly policy?: PolicyDocument;

  constructor(scope: Construct, id: string, given?: IRole) {
    if (given) {
      this.role = given;
      this.ready = [given];
      return;
    }
    this.policy = new PolicyDocument();
    const role = new Role(scope, id, {
      assumedBy: new ServicePrincipal('sagemaker.amazonaws.com'),
      description: 'SageMaker runs the Triton endpoint with this role',
      inlinePolicies: { Endpoint: this.policy },
    });
    checkRoleSize(role);
    acknowledge(role, RULES.executionRole);
    this.role = role;
    this.ready = [this.role];
  }

  /** Adds permissions. */
  public allow(statements: PolicyStatement[]): void {
    acknowledgeWildcards(this.role, statements, WILDCARDS.executionRole);
    if (this.policy) {
      this.policy.addStatements(...statements);
      return;
    }
    for (const statement of statements) {
      const { policyDependable } = this.role.addToPrincipalPolicy(statement);
      if (policyDependable) this.ready.push(policyDependable);
    }
  }
}
