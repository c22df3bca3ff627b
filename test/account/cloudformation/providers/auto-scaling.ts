import { STACK_TAGS } from '../stack';
import { PhysicalResource, Provider, ResourceRequest, sendAsDeployer, sendDelete } from '../provider';

type Input = Record<string, unknown>;

interface Target {
  readonly ServiceNamespace: string;
  readonly ResourceId: string;
  readonly ScalableDimension: string;
}

function targetOf({ properties }: Pick<ResourceRequest, 'properties'>): Target {
  const { ServiceNamespace, ResourceId, ScalableDimension } = properties as unknown as Target;
  return { ServiceNamespace, ResourceId, ScalableDimension };
}

async function targetExists(request: ResourceRequest): Promise<boolean> {
  const { ServiceNamespace, ResourceId, ScalableDimension } = targetOf(request);
  const input = { ServiceNamespace, ResourceIds: [ResourceId], ScalableDimension };
  const { ScalableTargets } = await sendAsDeployer(
    request,
    'application-autoscaling',
    'DescribeScalableTargets',
    input,
  );
  return (ScalableTargets as object[]).length > 0;
}

async function register(request: ResourceRequest, Tags?: Record<string, string>): Promise<PhysicalResource> {
  const { properties, physicalId } = request;
  if (properties.ScheduledActions) throw new Error('The simulated account has no scheduled actions');
  const target = targetOf(request);
  const { MinCapacity, MaxCapacity, RoleARN, SuspendedState } = properties;
  const input = withoutUndefined({ ...target, MinCapacity, MaxCapacity, RoleARN, SuspendedState, Tags });
  await sendAsDeployer(request, 'application-autoscaling', 'RegisterScalableTarget', input);
  const { ResourceId, ScalableDimension, ServiceNamespace } = target;
  const id = `${ResourceId}|${ScalableDimension}|${ServiceNamespace}`;
  return { physicalId: id, ref: id, attributes: { Id: physicalId } };
}

const scalableTarget: Provider = {
  async create(request) {
    if (await targetExists(request)) throw new Error(`${targetOf(request).ResourceId} already exists`);
    const tags = [...STACK_TAGS, ...((request.properties.Tags ?? []) as typeof STACK_TAGS)];
    const tagMap = Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value]));
    return register(request, tagMap);
  },
  async update(request) {
    if (!(await targetExists(request))) throw new Error(`${targetOf(request).ResourceId} was not found`);
    return register(request);
  },
  async delete(request) {
    await sendDelete(request, 'application-autoscaling', 'DeregisterScalableTarget', { ...targetOf(request) });
  },
};

/** The scalable target of a policy. The policy specifies either the ID of the target or the parts of this ID. */
function targetOfPolicy({ properties }: ResourceRequest): Target {
  const { ScalingTargetId } = properties as { ScalingTargetId?: string };
  if (ScalingTargetId === undefined) return targetOf({ properties });
  const [ResourceId, ScalableDimension, ServiceNamespace] = ScalingTargetId.split('|');
  return { ServiceNamespace, ResourceId, ScalableDimension };
}

async function policiesOf(
  request: ResourceRequest,
  filter: Input = {},
): Promise<readonly { readonly PolicyARN: string }[]> {
  const input = { ...targetOfPolicy(request), ...filter };
  const { ScalingPolicies } = await sendAsDeployer(
    request,
    'application-autoscaling',
    'DescribeScalingPolicies',
    input,
  );
  return ScalingPolicies as { PolicyARN: string }[];
}

/** Whether the policy with this ARN exists. A policy with the same name and a new ARN is a different policy. */
async function policyExists(request: ResourceRequest): Promise<boolean> {
  return (await policiesOf(request)).some(({ PolicyARN }) => PolicyARN === request.physicalId);
}

async function putPolicy(request: ResourceRequest): Promise<PhysicalResource> {
  const { PolicyName, PolicyType, TargetTrackingScalingPolicyConfiguration, StepScalingPolicyConfiguration } =
    request.properties;
  const input = withoutUndefined({
    ...targetOfPolicy(request),
    PolicyName,
    PolicyType,
    TargetTrackingScalingPolicyConfiguration,
    StepScalingPolicyConfiguration,
  });
  const { PolicyARN } = await sendAsDeployer(request, 'application-autoscaling', 'PutScalingPolicy', input);
  return { physicalId: String(PolicyARN), attributes: { Arn: PolicyARN } };
}

const scalingPolicy: Provider = {
  async create(request) {
    const { PolicyName } = request.properties;
    if ((await policiesOf(request, { PolicyNames: [PolicyName] })).length > 0)
      throw new Error(`${String(PolicyName)} already exists`);
    return putPolicy(request);
  },
  async update(request) {
    if (!(await policyExists(request))) throw new Error(`${request.physicalId} was not found`);
    return putPolicy(request);
  },
  async delete(request) {
    if (!(await policyExists(request))) return;
    const input = { ...targetOfPolicy(request), PolicyName: request.properties.PolicyName };
    await sendDelete(request, 'application-autoscaling', 'DeleteScalingPolicy', input);
  },
};

function withoutUndefined(input: Input): Input {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

export const AUTO_SCALING: Record<string, Provider> = {
  'AWS::ApplicationAutoScaling::ScalableTarget': scalableTarget,
  'AWS::ApplicationAutoScaling::ScalingPolicy': scalingPolicy,
};
