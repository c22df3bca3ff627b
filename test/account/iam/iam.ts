import { AwsError, Call, Service } from '../call';
import type { Account } from '../account';
import { type Access, isRoleCall, type AccountRegion, type RoleCall, roleName } from './access';
import { accessDenied } from './access-denied';
import type { AdditionalAccess } from './additional-accesses';
import { requiredAccesses } from './required-accesses';
import { PolicyEvaluator, type ResourcePolicy, type Decision } from './policy-evaluator';
import { type RegisteredResource, RegisteredResources } from './registered-resources';
import type { RoleVersion } from './role-versions';
import { Roles } from './roles';
import { roleSource, sourceContext } from './service-sources';
import { PermissionUsage } from './permission-usage';

/** The simulated IAM: roles, policies, and the authorization of every request. */
export class Iam implements Service {
  public readonly name = 'iam';
  /** Policies, encryption and attributes of buckets, keys, functions and network interfaces. The simulated services register them. */
  public readonly resources = new RegisteredResources();
  private readonly roles: Roles;
  private readonly accountRegion: AccountRegion;
  private readonly evaluator: PolicyEvaluator;

  constructor(
    private readonly account: Account,
    public readonly usage: PermissionUsage = new PermissionUsage(),
  ) {
    this.accountRegion = { accountId: account.accountId, region: account.region };
    this.evaluator = new PolicyEvaluator(this.accountRegion);
    this.roles = new Roles(account, usage);
  }

  async handle(call: Call): Promise<object> {
    return this.roles.handle(call);
  }

  /** Throws the error of the called service unless the policies that are currently in effect allow everything that the request requires. */
  async authorize(call: Call): Promise<void> {
    if (!isRoleCall(call)) return;
    const role = await this.assume(call.principal.role, call.principal.service);
    const session = sessionNameOf(call);
    for (const access of await requiredAccesses(call, role.arn, this.accountRegion, this.resources, this.account)) {
      const decision = await this.evaluator.evaluateRole(role, session, access, this.policyFor(access));
      if (!decision.allowed)
        throw this.deniedError(call, `${assumedRoleArn(role, this.accountRegion)}/${session}`, access, decision);
      this.usage.recordUse(role.name, decision.allowedBy);
    }
  }

  /** Whether a request will be allowed when all IAM changes have propagated. */
  async allowsAfterPropagation(call: Call): Promise<boolean> {
    if (!isRoleCall(call)) return false;
    const role = this.roles.latestVersion(roleName(call.principal.role));
    return role !== undefined && this.isAllowed(role, call);
  }

  private async isAllowed(role: RoleVersion, call: RoleCall): Promise<boolean> {
    for (const access of await requiredAccesses(call, role.arn, this.accountRegion, this.resources, this.account)) {
      const { allowed } = await this.evaluator.evaluateRole(role, sessionNameOf(call), access, this.policyFor(access));
      if (!allowed) return false;
    }
    return true;
  }

  /**
   * Assumes a role for a service. Throws unless the role exists and trusts the service.
   *
   * @param resourceArn the resource for which the service acts, if the service sends its ARN as `aws:SourceArn`
   * @returns the version of the role that is in effect
   */
  async assume(role: string, service: string, resourceArn?: string): Promise<RoleVersion> {
    const name = roleName(role);
    const version = this.roles.propagatedVersion(name);
    const arn = version?.arn ?? `arn:aws:iam::${this.accountRegion.accountId}:role/${name}`;
    const access = {
      action: 'sts:AssumeRole',
      resource: arn,
      context: sourceContext(this.accountRegion, roleSource(service, this.accountRegion, resourceArn)),
    };
    const policy = { policy: version?.trust ?? { Statement: [] }, digest: version?.digest ?? '' };
    const decision =
      version === undefined ? NOT_ALLOWED : await this.evaluator.evaluateService(service, access, policy);
    if (version !== undefined && decision.allowed) return version;
    throw accessDenied('sts', service, access, NOT_ALLOWED);
  }

  /** Throws unless the policy of the resource allows the service to access the resource, for example allows EventBridge to invoke a function. */
  async authorizeService(service: string, access: Access, sourceArn?: string): Promise<void> {
    const policy = this.policyFor(access);
    const context = { ...access.context, ...sourceContext(this.accountRegion, sourceArn) };
    const decision =
      policy === undefined
        ? NOT_ALLOWED
        : await this.evaluator.evaluateService(service, { ...access, context }, policy);
    if (!decision.allowed) throw accessDenied(access.action.split(':')[0], service, access, NOT_ALLOWED);
  }

  /** Registers the policy, encryption or attributes of a bucket, key, function or network interface. */
  registerResource(arn: string, resource: RegisteredResource): void {
    this.resources.set(arn, resource);
  }

  private policyFor({ action, resource }: Access): ResourcePolicy | undefined {
    // The resource policy of a role is its trust policy, which does not affect actions on the role.
    if (action.startsWith('iam:')) return undefined;
    if (action.startsWith('ecr:') && isForeign(resource, this.accountRegion)) return PUBLIC_IMAGES;
    const owner = this.resources.policyOwnerOf(resource);
    if (action.startsWith('kms:') && resource !== '*' && owner?.policy === undefined) {
      throw new Error(`The policy of the key ${resource} is not registered: register the resource when it is created.`);
    }
    return owner?.policy === undefined ? undefined : { policy: owner.policy, digest: owner.digest };
  }

  /** The error of the called service for a denied request. */
  private deniedError(call: RoleCall, user: string, access: AdditionalAccess, decision: Decision): AwsError {
    if (access.error === undefined) return accessDenied(call.service, user, access, decision);
    return new AwsError('ValidationException', `User is missing the following permissions: ${access.action}`, 400);
  }
}

/**
 * The policy of AWS's repositories with SageMaker images, which lets every account pull images. The action `ecr:GetAuthorizationToken` is
 * not included, because it does not apply to a repository.
 */
const PUBLIC_IMAGES: ResourcePolicy = {
  policy: {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: '*',
        Action: ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'],
      },
    ],
  },
  digest: 'images',
};

const NOT_ALLOWED: Decision = { allowed: false, deniedBy: 'no resource', allowedBy: [] };

/** The session name of the assumed role, which error messages contain. */
function sessionNameOf({ principal }: RoleCall): string {
  return principal.service === 'sagemaker.amazonaws.com' ? 'SageMaker' : principal.service.split('.')[0];
}

function assumedRoleArn(role: RoleVersion, { accountId }: AccountRegion): string {
  return `arn:aws:sts::${accountId}:assumed-role/${role.name}`;
}

function isForeign(resource: string, { accountId }: AccountRegion): boolean {
  return resource !== '*' && resource.split(':')[4] !== accountId;
}
