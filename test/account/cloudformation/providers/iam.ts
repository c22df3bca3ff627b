import { LONGEST_DELAY } from '../../iam/behaviours';
import { Made, Provider, Request, send, sendDelete } from '../provider';

interface Policy {
  readonly PolicyName: string;
  readonly PolicyDocument: object;
}

const policiesOf = (properties: Request['properties']): Policy[] => (properties.Policies ?? []) as Policy[];
const arnsOf = (properties: Request['properties']): string[] => (properties.ManagedPolicyArns ?? []) as string[];

function made({ world, physicalId }: Request): Made {
  const Arn = `arn:aws:iam::${world.accountId}:role/${physicalId}`;
  return { physicalId, attributes: { Arn, RoleId: `AROA${physicalId}` } };
}

async function putInline(request: Request, roles: string[], policies: Policy[]): Promise<void> {
  for (const RoleName of roles) {
    for (const { PolicyName, PolicyDocument } of policies) {
      const input = { RoleName, PolicyName, PolicyDocument: JSON.stringify(PolicyDocument) };
      await send(request, 'iam', 'PutRolePolicy', input);
    }
  }
}

const role: Provider = {
  nameProperty: 'RoleName',
  async create(request) {
    const { properties, physicalId: RoleName } = request;
    await send(request, 'iam', 'CreateRole', {
      RoleName,
      AssumeRolePolicyDocument: JSON.stringify(properties.AssumeRolePolicyDocument),
    });
    await putInline(request, [RoleName], policiesOf(properties));
    for (const PolicyArn of arnsOf(properties)) await send(request, 'iam', 'AttachRolePolicy', { RoleName, PolicyArn });
    return made(request);
  },
  async update(request) {
    const { properties, old, physicalId: RoleName } = request;
    const names = policiesOf(properties).map(({ PolicyName }) => PolicyName);
    await putInline(request, [RoleName], policiesOf(properties));
    for (const { PolicyName } of policiesOf(old)) {
      if (!names.includes(PolicyName)) await sendDelete(request, 'iam', 'DeleteRolePolicy', { RoleName, PolicyName });
    }
    for (const PolicyArn of arnsOf(properties).filter((each) => !arnsOf(old).includes(each))) {
      await send(request, 'iam', 'AttachRolePolicy', { RoleName, PolicyArn });
    }
    for (const PolicyArn of arnsOf(old).filter((each) => !arnsOf(properties).includes(each))) {
      await sendDelete(request, 'iam', 'DetachRolePolicy', { RoleName, PolicyArn });
    }
    return made(request);
  },
  async delete(request) {
    const { properties, physicalId: RoleName } = request;
    for (const { PolicyName } of policiesOf(properties)) {
      await sendDelete(request, 'iam', 'DeleteRolePolicy', { RoleName, PolicyName });
    }
    for (const PolicyArn of arnsOf(properties)) {
      await sendDelete(request, 'iam', 'DetachRolePolicy', { RoleName, PolicyArn });
    }
    await sendDelete(request, 'iam', 'DeleteRole', { RoleName });
  },
};

const rolesOf = (properties: Request['properties']): string[] => (properties.Roles ?? []) as string[];

/** An inline policy that is a resource of its own. */
const policy: Provider = {
  async create(request) {
    const { properties, physicalId } = request;
    await putInline(request, rolesOf(properties), [properties as unknown as Policy]);
    return { physicalId, attributes: { Id: physicalId } };
  },
  async update(request) {
    const { properties, old } = request;
    const result = await policy.create(request);
    const renamed = old.PolicyName !== properties.PolicyName;
    for (const RoleName of rolesOf(old).filter((each) => renamed || !rolesOf(properties).includes(each))) {
      await sendDelete(request, 'iam', 'DeleteRolePolicy', { RoleName, PolicyName: old.PolicyName });
    }
    return result;
  },
  async delete(request) {
    const { PolicyName } = request.properties;
    for (const RoleName of rolesOf(request.properties)) {
      await sendDelete(request, 'iam', 'DeleteRolePolicy', { RoleName, PolicyName });
    }
  },
};

const managedPolicy: Provider = {
  nameProperty: 'ManagedPolicyName',
  async create(request) {
    const { properties, physicalId: PolicyName } = request;
    const PolicyDocument = JSON.stringify(properties.PolicyDocument);
    const { Policy: created } = await send(request, 'iam', 'CreatePolicy', { PolicyName, PolicyDocument });
    const PolicyArn = (created as { Arn: string }).Arn;
    for (const RoleName of rolesOf(properties)) await send(request, 'iam', 'AttachRolePolicy', { RoleName, PolicyArn });
    return { physicalId: PolicyArn, attributes: { PolicyArn } };
  },
  async update(request) {
    const { properties, old, physicalId: PolicyArn } = request;
    const PolicyDocument = JSON.stringify(properties.PolicyDocument);
    await send(request, 'iam', 'CreatePolicyVersion', { PolicyArn, PolicyDocument, SetAsDefault: true });
    for (const RoleName of rolesOf(properties).filter((each) => !rolesOf(old).includes(each))) {
      await send(request, 'iam', 'AttachRolePolicy', { RoleName, PolicyArn });
    }
    for (const RoleName of rolesOf(old).filter((each) => !rolesOf(properties).includes(each))) {
      await sendDelete(request, 'iam', 'DetachRolePolicy', { RoleName, PolicyArn });
    }
    return { physicalId: PolicyArn, attributes: { PolicyArn } };
  },
  async delete(request) {
    const { physicalId: PolicyArn } = request;
    for (const RoleName of rolesOf(request.properties)) {
      await sendDelete(request, 'iam', 'DetachRolePolicy', { RoleName, PolicyArn });
    }
    await sendDelete(request, 'iam', 'DeletePolicy', { PolicyArn });
  },
};

/** Waits until all of AWS knows what was changed. */
function consistent(provider: Provider): Provider {
  const waited = (change: (request: Request) => Promise<Made>) => async (request: Request) => {
    const result = await change(request);
    if (request.world.assumes('cloudformation.waits-for-iam')) await request.world.sleep(LONGEST_DELAY);
    return result;
  };
  return { ...provider, create: waited(provider.create), update: waited(provider.update) };
}

export const IAM: Record<string, Provider> = {
  'AWS::IAM::Role': consistent(role),
  'AWS::IAM::Policy': consistent(policy),
  'AWS::IAM::ManagedPolicy': consistent(managedPolicy),
};
