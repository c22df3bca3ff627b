import { LONGEST_PROPAGATION_DELAY } from '../../iam/role-versions';
import { PhysicalResource, Provider, ResourceRequest, sendAsDeployer, sendDelete } from '../provider';

interface Policy {
  readonly PolicyName: string;
  readonly PolicyDocument: object;
}

const policiesOf = (properties: ResourceRequest['properties']): Policy[] => (properties.Policies ?? []) as Policy[];

function physicalResource({ account, physicalId }: ResourceRequest): PhysicalResource {
  const Arn = `arn:aws:iam::${account.accountId}:role/${physicalId}`;
  return { physicalId, attributes: { Arn, RoleId: `AROA${physicalId}` } };
}

async function putInlinePolicies(request: ResourceRequest, roles: string[], policies: Policy[]): Promise<void> {
  for (const RoleName of roles) {
    for (const { PolicyName, PolicyDocument } of policies) {
      const input = { RoleName, PolicyName, PolicyDocument: JSON.stringify(PolicyDocument) };
      await sendAsDeployer(request, 'iam', 'PutRolePolicy', input);
    }
  }
}

const role: Provider = {
  nameProperty: 'RoleName',
  async create(request) {
    const { properties, physicalId: RoleName } = request;
    if (properties.ManagedPolicyArns) throw new Error('The simulated account has no managed policies');
    await sendAsDeployer(request, 'iam', 'CreateRole', {
      RoleName,
      AssumeRolePolicyDocument: JSON.stringify(properties.AssumeRolePolicyDocument),
    });
    await putInlinePolicies(request, [RoleName], policiesOf(properties));
    return physicalResource(request);
  },
  async update(request) {
    const { properties, previousProperties, physicalId: RoleName } = request;
    const names = policiesOf(properties).map(({ PolicyName }) => PolicyName);
    await putInlinePolicies(request, [RoleName], policiesOf(properties));
    for (const { PolicyName } of policiesOf(previousProperties)) {
      if (!names.includes(PolicyName)) await sendDelete(request, 'iam', 'DeleteRolePolicy', { RoleName, PolicyName });
    }
    return physicalResource(request);
  },
  async delete(request) {
    const { properties, physicalId: RoleName } = request;
    for (const { PolicyName } of policiesOf(properties)) {
      await sendDelete(request, 'iam', 'DeleteRolePolicy', { RoleName, PolicyName });
    }
    await sendDelete(request, 'iam', 'DeleteRole', { RoleName });
  },
};

const rolesOf = (properties: ResourceRequest['properties']): string[] => (properties.Roles ?? []) as string[];

/** `AWS::IAM::Policy`: an inline policy of roles, as a separate resource. */
const policy: Provider = {
  async create(request) {
    const { properties, physicalId } = request;
    await putInlinePolicies(request, rolesOf(properties), [properties as unknown as Policy]);
    return { physicalId, attributes: { Id: physicalId } };
  },
  async update(request) {
    const { properties, previousProperties } = request;
    const result = await policy.create(request);
    const isRenamed = previousProperties.PolicyName !== properties.PolicyName;
    for (const RoleName of rolesOf(previousProperties).filter(
      (name) => isRenamed || !rolesOf(properties).includes(name),
    )) {
      await sendDelete(request, 'iam', 'DeleteRolePolicy', { RoleName, PolicyName: previousProperties.PolicyName });
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

/** Wraps a provider: CloudFormation continues only when the change has propagated in IAM, unless this assumption is switched off. */
function withPropagationDelay(provider: Provider): Provider {
  const withDelay =
    (operation: (request: ResourceRequest) => Promise<PhysicalResource>) => async (request: ResourceRequest) => {
      const result = await operation(request);
      if (request.account.isSwitchedOn('cloudformation.waits-for-iam'))
        await request.account.sleep(LONGEST_PROPAGATION_DELAY);
      return result;
    };
  return { ...provider, create: withDelay(provider.create), update: withDelay(provider.update) };
}

export const IAM: Record<string, Provider> = {
  'AWS::IAM::Role': withPropagationDelay(role),
  'AWS::IAM::Policy': withPropagationDelay(policy),
};
