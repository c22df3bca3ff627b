import type { Call } from '../call';
import { AwsError } from '../call';
import type { World } from '../world';
import { CHANGES_TAKE_TIME, LONGEST_DELAY } from './behaviours';
import { digestOf, type PolicyDocument, readDocument } from './documents';
import { AWS_MANAGED_POLICIES } from './managed-policies';
import {
  checkAttachedPolicies,
  checkInlinePolicies,
  checkManagedPolicy,
  checkName,
  checkTrustPolicy,
  QUOTAS,
} from './quotas';
import { type NamedPolicy, type Role, type RoleView, RoleViews } from './role';
import type { Uses } from './uses';

type Input = Readonly<Record<string, unknown>>;

interface ManagedPolicy {
  readonly name: string;
  document: PolicyDocument;
  versions: number;
}

/** The operations of IAM on roles and policies. */
export class Roles {
  private readonly roles = new Map<string, Role>();
  /** Of the account, by ARN. */
  private readonly managed = new Map<string, ManagedPolicy>();
  private readonly views = new RoleViews();
  private ids = 0;

  private readonly operations: Readonly<Record<string, (input: Input) => object>> = {
    CreateRole: (input) => this.createRole(input),
    GetRole: (input) => ({ Role: this.describe(this.role(input)) }),
    UpdateRole: (input) => this.updateRole(input),
    UpdateAssumeRolePolicy: (input) => this.updateTrust(input),
    DeleteRole: (input) => this.deleteRole(input),
    PutRolePolicy: (input) => this.putRolePolicy(input),
    GetRolePolicy: (input) => this.getRolePolicy(input),
    ListRolePolicies: (input) => ({ PolicyNames: [...this.role(input).inline.keys()], IsTruncated: false }),
    DeleteRolePolicy: (input) => this.deleteRolePolicy(input),
    AttachRolePolicy: (input) => this.attach(input),
    DetachRolePolicy: (input) => this.detach(input),
    ListAttachedRolePolicies: (input) => ({
      AttachedPolicies: [...this.role(input).attached].map((PolicyArn) => ({
        PolicyArn,
        PolicyName: PolicyArn.slice(PolicyArn.lastIndexOf('/') + 1),
      })),
      IsTruncated: false,
    }),
    CreatePolicy: (input) => this.createPolicy(input),
    CreatePolicyVersion: (input) => this.createPolicyVersion(input),
    DeletePolicy: (input) => this.deletePolicy(input),
    // Nothing that uses such a role asks for it here.
    CreateServiceLinkedRole: () => ({}),
  };

  constructor(
    private readonly world: World,
    private readonly uses: Uses,
  ) {}

  handle({ operation, input }: Call): object {
    const operate = this.operations[operation];
    if (operate === undefined) throw new Error(`IAM ${operation} is not simulated: add it to test/account/iam.`);
    return operate(input);
  }

  /** The role as the rest of AWS sees it now. */
  seen(name: string): RoleView | undefined {
    return this.views.at(name.toLowerCase(), this.world.now());
  }

  /** The role as IAM has confirmed it. */
  confirmed(name: string): RoleView | undefined {
    return this.views.confirmed(name.toLowerCase());
  }

  private createRole(input: Input): object {
    const name = checkName('roleName', input.RoleName, QUOTAS.roleName);
    if (this.roles.has(name.toLowerCase())) throw exists(`Role with name ${name} already exists.`);
    const path = (input.Path as string | undefined) ?? '/';
    const role: Role = {
      name,
      path,
      arn: `arn:aws:iam::${this.world.accountId}:role${path}${name}`,
      id: `AROA${String(++this.ids).padStart(17, '0')}`,
      description: (input.Description as string | undefined) ?? '',
      createdAt: this.world.now(),
      trust: readTrust(input.AssumeRolePolicyDocument),
      inline: new Map(),
      attached: new Set(),
    };
    this.roles.set(name.toLowerCase(), role);
    this.changed(role);
    return { Role: this.describe(role) };
  }

  private updateRole(input: Input): object {
    const role = this.role(input);
    role.description = (input.Description as string | undefined) ?? role.description;
    return {};
  }

  private updateTrust(input: Input): object {
    const role = this.role(input);
    role.trust = readTrust(input.PolicyDocument);
    return this.changed(role);
  }

  private deleteRole(input: Input): object {
    const role = this.role(input);
    if (role.inline.size > 0) throw conflict('Cannot delete entity, must delete policies first.');
    if (role.attached.size > 0) throw conflict('Cannot delete entity, must detach all policies first.');
    this.roles.delete(role.name.toLowerCase());
    this.views.publish(role.name.toLowerCase(), this.effective(), undefined);
    return {};
  }

  private putRolePolicy(input: Input): object {
    const role = this.role(input);
    const name = checkName('policyName', input.PolicyName, QUOTAS.policyName);
    const document = readDocument(input.PolicyDocument, 'identity');
    checkInlinePolicies(role.name, [...new Map(role.inline).set(name, document).values()]);
    role.inline.set(name, document);
    return this.changed(role);
  }

  private getRolePolicy(input: Input): object {
    const { role, name } = this.inlinePolicy(input);
    return {
      RoleName: role.name,
      PolicyName: name,
      PolicyDocument: encodeURIComponent(JSON.stringify(role.inline.get(name))),
    };
  }

  private deleteRolePolicy(input: Input): object {
    const { role, name } = this.inlinePolicy(input);
    role.inline.delete(name);
    return this.changed(role);
  }

  private inlinePolicy(input: Input): { role: Role; name: string } {
    const role = this.role(input);
    const name = String(input.PolicyName);
    if (!role.inline.has(name)) throw noSuch(`The role policy with name ${name} cannot be found.`);
    return { role, name };
  }

  private attach(input: Input): object {
    const role = this.role(input);
    const arn = String(input.PolicyArn);
    this.documentOf(arn);
    checkAttachedPolicies(new Set(role.attached).add(arn).size);
    role.attached.add(arn);
    return this.changed(role);
  }

  private detach(input: Input): object {
    const role = this.role(input);
    const arn = String(input.PolicyArn);
    if (!role.attached.delete(arn)) throw noSuch(`Policy ${arn} was not found.`);
    return this.changed(role);
  }

  private createPolicy(input: Input): object {
    const name = checkName('policyName', input.PolicyName, QUOTAS.policyName);
    if ([...this.managed.values()].some((policy) => policy.name.toLowerCase() === name.toLowerCase())) {
      throw exists(`A policy called ${name} already exists. Duplicate names are not allowed.`);
    }
    const document = readManaged(input.PolicyDocument);
    const arn = `arn:aws:iam::${this.world.accountId}:policy${(input.Path as string | undefined) ?? '/'}${name}`;
    this.managed.set(arn, { name, document, versions: 1 });
    return { Policy: { PolicyName: name, Arn: arn, DefaultVersionId: 'v1', AttachmentCount: 0 } };
  }

  private createPolicyVersion(input: Input): object {
    const arn = String(input.PolicyArn);
    const policy = this.managed.get(arn);
    if (policy === undefined) throw noSuch(`Policy ${arn} does not exist or is not attachable.`);
    const document = readManaged(input.PolicyDocument);
    policy.versions += 1;
    if (input.SetAsDefault === true) {
      policy.document = document;
      this.attachedTo(arn).forEach((role) => this.changed(role));
    }
    return { PolicyVersion: { VersionId: `v${policy.versions}`, IsDefaultVersion: input.SetAsDefault === true } };
  }

  private deletePolicy(input: Input): object {
    const arn = String(input.PolicyArn);
    if (!this.managed.has(arn)) throw noSuch(`Policy ${arn} was not found.`);
    if (this.attachedTo(arn).length > 0) throw conflict('Cannot delete a policy attached to entities.');
    this.managed.delete(arn);
    return {};
  }

  private attachedTo(arn: string): Role[] {
    return [...this.roles.values()].filter(({ attached }) => attached.has(arn));
  }

  private role({ RoleName }: Input): Role {
    const role = this.roles.get(String(RoleName).toLowerCase());
    if (role === undefined) throw noSuch(`The role with name ${String(RoleName)} cannot be found.`);
    return role;
  }

  private documentOf(arn: string): PolicyDocument {
    const document = this.managed.get(arn)?.document ?? AWS_MANAGED_POLICIES[arn];
    if (document === undefined) throw noSuch(`Policy ${arn} does not exist or is not attachable.`);
    return document;
  }

  /** Makes a change public, from when it is in force. */
  private changed(role: Role): object {
    const policies: NamedPolicy[] = [
      ...[...role.inline].map(([name, policy]) => ({ name, policy })),
      ...[...role.attached].map((name) => ({ name, policy: this.documentOf(name) })),
    ];
    policies.forEach((policy) => this.uses.grant(role.name, policy));
    const { name, arn, trust } = role;
    this.views.publish(name.toLowerCase(), this.effective(), {
      digest: digestOf(trust, policies),
      name,
      arn,
      trust,
      policies,
    });
    return {};
  }

  private effective(): number {
    return this.world.now() + (this.world.assumes(CHANGES_TAKE_TIME) ? this.world.random() * LONGEST_DELAY : 0);
  }

  private describe(role: Role): object {
    return {
      RoleName: role.name,
      Arn: role.arn,
      RoleId: role.id,
      Path: role.path,
      Description: role.description,
      CreateDate: new Date(role.createdAt),
      AssumeRolePolicyDocument: encodeURIComponent(JSON.stringify(role.trust)),
    };
  }
}

function readTrust(text: unknown): PolicyDocument {
  const document = readDocument(text, 'trust');
  checkTrustPolicy(document);
  return document;
}

function readManaged(text: unknown): PolicyDocument {
  const document = readDocument(text, 'identity');
  checkManagedPolicy(document);
  return document;
}

function noSuch(message: string): AwsError {
  return new AwsError('NoSuchEntityException', message, 404);
}

function exists(message: string): AwsError {
  return new AwsError('EntityAlreadyExistsException', message, 409);
}

function conflict(message: string): AwsError {
  return new AwsError('DeleteConflictException', message, 409);
}
