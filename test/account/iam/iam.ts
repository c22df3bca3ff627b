import type { Call, Service } from '../call';
import { AwsError } from '../call';
import type { World } from '../world';
import { type Access, isRoleCall, type Place, type RoleCall, roleName } from './access';
import { accessDenied } from './access-denied';
import type { AlsoNeeded } from './also-needed';
import { globalContext } from './context';
import { accessesOf } from './accesses';
import { Judge, type ResourcePolicy, type Verdict } from './judge';
import { type ProtectedResource, ProtectedResources } from './resources';
import type { RoleView } from './role';
import { Roles } from './roles';
import { roleSource, sourceContext } from './service-sources';
import { Uses } from './uses';

/** Roles, policies, and the judgement of every request. */
export class Iam implements Service {
  public readonly name = 'iam';
  /** Buckets, keys and functions with policies, encryption or attributes. Their services register them. */
  public readonly resources = new ProtectedResources();
  private readonly roles: Roles;
  private readonly place: Place;
  private readonly judge: Judge;

  constructor(
    private readonly world: World,
    public readonly uses: Uses = new Uses(),
  ) {
    this.place = { accountId: world.accountId, region: world.region };
    this.judge = new Judge(this.place);
    this.roles = new Roles(world, uses);
  }

  async handle(call: Call): Promise<object> {
    return this.roles.handle(call);
  }

  /** Throws the called service's error unless the policies, as they are in force now, allow everything that the request needs. */
  async authorize(call: Call): Promise<void> {
    if (!isRoleCall(call)) return;
    const role = await this.assume(call.principal.role, call.principal.service);
    const session = sessionOf(call);
    for (const access of await accessesOf(call, role.arn, this.place, this.resources, this.world)) {
      const verdict = await this.judge.role(role, session, access, this.policyFor(access));
      if (!verdict.allowed) throw this.denied(call, `${stsArn(role, this.place)}/${session}`, access, verdict);
      this.uses.use(role.name, verdict.by);
    }
  }

  /** Whether the request would be allowed: S3 answers differently to who may not list a bucket. Nothing is recorded. */
  async allows(call: RoleCall): Promise<boolean> {
    return this.permits(await this.assume(call.principal.role, call.principal.service), call);
  }

  /** Whether the request will be allowed when all of AWS knows what IAM has confirmed. */
  async willAllow(call: Call): Promise<boolean> {
    if (!isRoleCall(call)) return false;
    const role = this.roles.confirmed(roleName(call.principal.role));
    return role !== undefined && this.permits(role, call);
  }

  /** Whether a role may do something with every resource, whatever the conditions. */
  async allowsUnscoped(role: string, action: string): Promise<boolean> {
    const view = this.roles.confirmed(roleName(role));
    if (view === undefined) return false;
    const context = { ...globalContext(view.arn, this.place), 'aws:ResourceAccount': this.place.accountId };
    return (await this.judge.role(view, 'SageMaker', { action, resource: '*', context })).allowed;
  }

  private async permits(role: RoleView, call: RoleCall): Promise<boolean> {
    for (const access of await accessesOf(call, role.arn, this.place, this.resources, this.world)) {
      const { allowed } = await this.judge.role(role, sessionOf(call), access, this.policyFor(access));
      if (!allowed) return false;
    }
    return true;
  }

  /**
   * The role, if it exists and trusts the service.
   *
   * @param resourceArn what the service acts for, where it names that
   */
  async assume(role: string, service: string, resourceArn?: string): Promise<RoleView> {
    const name = roleName(role);
    const view = this.roles.seen(name);
    const arn = view?.arn ?? `arn:aws:iam::${this.place.accountId}:role/${name}`;
    const access = {
      action: 'sts:AssumeRole',
      resource: arn,
      context: sourceContext(this.place, roleSource(service, this.place, resourceArn)),
    };
    const policy = { policy: view?.trust ?? { Statement: [] }, digest: view?.digest ?? '' };
    const verdict = view === undefined ? UNTRUSTED : await this.judge.service(service, access, policy);
    if (view !== undefined && verdict.allowed) return view;
    throw accessDenied('sts', service, access, UNTRUSTED);
  }

  /** Throws unless the resource's own policy lets a service do this, such as a rule of EventBridge invoke a function. */
  async authorizeService(service: string, access: Access, sourceArn?: string): Promise<void> {
    const policy = this.policyFor(access);
    const context = { ...access.context, ...sourceContext(this.place, sourceArn) };
    const verdict =
      policy === undefined ? UNTRUSTED : await this.judge.service(service, { ...access, context }, policy);
    if (!verdict.allowed) throw accessDenied(access.action.split(':')[0], service, access, UNTRUSTED);
  }

  /** Tells what authorization has to know of a bucket, key, function or network interface. */
  protect(arn: string, resource: ProtectedResource): void {
    this.resources.set(arn, resource);
  }

  private policyFor({ action, resource }: Access): ResourcePolicy | undefined {
    // The policy of a role is its trust policy, which says nothing of who may pass it.
    if (action.startsWith('iam:')) return undefined;
    if (action.startsWith('ecr:') && isForeign(resource, this.place)) return PUBLIC_IMAGES;
    const owner = this.resources.owner(resource);
    if (action.startsWith('kms:') && resource !== '*' && owner?.policy === undefined) {
      throw new Error(`The policy of the key ${resource} is not registered: protect() it when it is created.`);
    }
    return owner?.policy === undefined ? undefined : { policy: owner.policy, digest: owner.digest };
  }

  private denied(call: RoleCall, user: string, access: AlsoNeeded, verdict: Verdict): AwsError {
    const error =
      access.error === undefined
        ? accessDenied(call.service, user, access, verdict)
        : new AwsError('ValidationException', `User is missing the following permissions: ${access.action}`, 400);
    this.uses.deny(roleName(call.principal.role), call, access, error.message);
    return error;
  }
}

/** Repositories of AWS with images of SageMaker let every account pull. `ecr:GetAuthorizationToken` has no repository. */
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

const UNTRUSTED: Verdict = { allowed: false, deniedBy: 'no resource', by: [] };

/** SageMaker names its sessions so; of others the name does not matter. */
function sessionOf({ principal }: RoleCall): string {
  return principal.service === 'sagemaker.amazonaws.com' ? 'SageMaker' : principal.service.split('.')[0];
}

function stsArn(role: RoleView, { accountId }: Place): string {
  return `arn:aws:sts::${accountId}:assumed-role/${role.name}`;
}

function isForeign(resource: string, { accountId }: Place): boolean {
  return resource !== '*' && resource.split(':')[4] !== accountId;
}
