import { AwsError, Call } from '../call';
import type { Account } from '../account';
import { digestOf, type PolicyDocument, readDocument } from './documents';
import { checkInlinePolicies, checkName, checkTrustPolicy, QUOTAS } from './quotas';
import {
  LONGEST_PROPAGATION_DELAY,
  type NamedPolicy,
  type Role,
  type RoleVersion,
  RoleVersions,
} from './role-versions';
import type { PermissionUsage } from './permission-usage';

type Input = Readonly<Record<string, unknown>>;

/** Implements the IAM operations on roles and policies. */
export class Roles {
  private readonly roles = new Map<string, Role>();
  private readonly versions = new RoleVersions();

  private readonly operations: Readonly<Record<string, (input: Input) => object>> = {
    CreateRole: (input) => this.createRole(input),
    DeleteRole: (input) => this.deleteRole(input),
    PutRolePolicy: (input) => this.putRolePolicy(input),
    DeleteRolePolicy: (input) => this.deleteRolePolicy(input),
    // The simulated IAM does not check requests with service-linked roles, so the role is not stored.
    CreateServiceLinkedRole: () => ({}),
  };

  constructor(
    private readonly account: Account,
    private readonly usage: PermissionUsage,
  ) {}

  handle({ operation, input }: Call): object {
    const handleOperation = this.operations[operation];
    if (handleOperation === undefined)
      throw new Error(`IAM ${operation} is not simulated: add it to test/account/iam.`);
    return handleOperation(input);
  }

  /** The version of the role that is in effect now. */
  propagatedVersion(name: string): RoleVersion | undefined {
    return this.versions.versionAt(name.toLowerCase(), this.account.now());
  }

  /** The version of the role after all changes have propagated. */
  latestVersion(name: string): RoleVersion | undefined {
    return this.versions.latestVersion(name.toLowerCase());
  }

  private createRole(input: Input): object {
    const name = checkName('roleName', input.RoleName, QUOTAS.roleName);
    if (this.roles.has(name.toLowerCase())) throw alreadyExists(`Role with name ${name} already exists.`);
    const role: Role = {
      name,
      arn: `arn:aws:iam::${this.account.accountId}:role/${name}`,
      trust: readTrust(input.AssumeRolePolicyDocument),
      inlinePolicies: new Map(),
    };
    this.roles.set(name.toLowerCase(), role);
    return this.publish(role);
  }

  private deleteRole(input: Input): object {
    const role = this.findRole(input);
    if (role.inlinePolicies.size > 0) throw conflict('Cannot delete entity, must delete policies first.');
    this.roles.delete(role.name.toLowerCase());
    this.versions.publish(role.name.toLowerCase(), this.propagationTime(), undefined);
    return {};
  }

  private putRolePolicy(input: Input): object {
    const role = this.findRole(input);
    const name = checkName('policyName', input.PolicyName, QUOTAS.policyName);
    const document = readDocument(input.PolicyDocument, 'identity');
    checkInlinePolicies(role.name, [...new Map(role.inlinePolicies).set(name, document).values()]);
    role.inlinePolicies.set(name, document);
    return this.publish(role);
  }

  private deleteRolePolicy(input: Input): object {
    const role = this.findRole(input);
    const name = String(input.PolicyName);
    if (!role.inlinePolicies.delete(name)) throw notFound(`The role policy with name ${name} cannot be found.`);
    return this.publish(role);
  }

  private findRole({ RoleName }: Input): Role {
    const role = this.roles.get(String(RoleName).toLowerCase());
    if (role === undefined) throw notFound(`The role with name ${String(RoleName)} cannot be found.`);
    return role;
  }

  /** Adds a version of the role with the last change, which takes effect after a delay. */
  private publish(role: Role): object {
    const policies: NamedPolicy[] = [...role.inlinePolicies].map(([name, policy]) => ({ name, policy }));
    policies.forEach((policy) => this.usage.recordGrant(role.name, policy));
    const { name, arn, trust } = role;
    this.versions.publish(name.toLowerCase(), this.propagationTime(), {
      digest: digestOf(trust, policies),
      name,
      arn,
      trust,
      policies,
    });
    return {};
  }

  private propagationTime(): number {
    return (
      this.account.now() +
      (this.account.isSwitchedOn('iam.changes-take-seconds') ? this.account.random() * LONGEST_PROPAGATION_DELAY : 0)
    );
  }
}

function readTrust(text: unknown): PolicyDocument {
  const document = readDocument(text, 'trust');
  checkTrustPolicy(document);
  return document;
}

function notFound(message: string): AwsError {
  return new AwsError('NoSuchEntityException', message, 404);
}

function alreadyExists(message: string): AwsError {
  return new AwsError('EntityAlreadyExistsException', message, 409);
}

function conflict(message: string): AwsError {
  return new AwsError('DeleteConflictException', message, 409);
}
