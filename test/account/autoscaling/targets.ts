import { AwsError, Call, Principal, rejectRequest } from '../call';
import { keepWithinBounds } from './scaling-activity';
import type { RegisterInput, TargetId } from './inputs';
import { removePolicyAlarms } from './policy-alarms';
import { ScaledResource, ScalingState, serviceLinkedRole, Target } from './state';
import { describeCapacity, resourceOf, scalingRequests } from './scaled-resources';
import { checkPermissions } from './check-permissions';

/** RegisterScalableTarget. */
export async function register(state: ScalingState, principal: Principal, input: RegisterInput): Promise<object> {
  const { account, targets } = state;
  const resource =
    resourceOf(input) ?? rejectRequest('Unsupported service namespace, resource type or scalable dimension');
  const current = await describeCapacity(account, resource);
  await checkPermissions(account, principal, 'sagemaker', scalingRequests(resource, current?.configName));
  if (!current) rejectRequest(`SageMaker endpoint, variant or inference component not found: ${input.ResourceId}`);
  const existing = targets.get(keyOf(input));
  const min =
    input.MinCapacity ?? existing?.min ?? rejectRequest('MinCapacity is required to register a scalable target');
  const max =
    input.MaxCapacity ?? existing?.max ?? rejectRequest('MaxCapacity is required to register a scalable target');
  if (existing && input.Tags)
    rejectRequest(
      'The scalable target that you tried to tag already exists. To update tags on an existing scalable target, use the TagResource API.',
    );
  if (min > max) rejectRequest('Maximum capacity cannot be less than minimum capacity');
  if (min < 0) rejectRequest('Minimum capacity cannot be negative');
  if (!existing) {
    if (current.status !== 'InService' && account.isSwitchedOn('autoscaling.registers-only-in-service'))
      rejectRequest(`${input.ResourceId} is not InService, it is ${current.status}.`);
    await createServiceLinkedRole(state, principal);
  }
  const target: Target = Object.assign(existing ?? newTarget(state, input, resource), { min, max });
  if (input.SuspendedState) target.suspended = { ...target.suspended, ...input.SuspendedState };
  targets.set(keyOf(input), target);
  if (current.status === 'InService')
    account.after(0, () =>
      keepWithinBounds(state, target, 'The capacity was outside of the minimum and maximum capacity'),
    );
  return { ScalableTargetARN: target.arn };
}

/** Creates the service-linked role at the first registration in an account, with the caller's permissions. */
async function createServiceLinkedRole(state: ScalingState, principal: Principal): Promise<void> {
  if (state.hasServiceLinkedRole) return;
  const AWSServiceName = serviceLinkedRole(state.account).service;
  await state.account.call({
    principal,
    service: 'iam',
    operation: 'CreateServiceLinkedRole',
    input: { AWSServiceName },
  });
  state.hasServiceLinkedRole = true;
}

function newTarget({ account, targets }: ScalingState, input: RegisterInput, resource: ScaledResource): Target {
  return {
    id: {
      ServiceNamespace: input.ServiceNamespace,
      ResourceId: input.ResourceId,
      ScalableDimension: input.ScalableDimension,
    },
    resource,
    arn: `arn:aws:application-autoscaling:${account.region}:${account.accountId}:scalable-target/${String(targets.size + 1).padStart(24, '0')}`,
    min: 0,
    max: 0,
    suspended: {
      DynamicScalingInSuspended: false,
      DynamicScalingOutSuspended: false,
      ScheduledScalingSuspended: false,
    },
    created: account.now(),
    tags: input.Tags ?? {},
    policies: new Map(),
    actions: new Map(),
    lastScaleOut: -Infinity,
    lastScaleIn: -Infinity,
    countBeforeScaleOut: 0,
    isScaling: false,
  };
}

/** DeregisterScalableTarget. Also deletes the alarms of scaling policies. */
export async function deregister(state: ScalingState, id: TargetId): Promise<object> {
  const target = targetOf(state, id);
  state.targets.delete(keyOf(id));
  for (const policy of target.policies.values()) await removePolicyAlarms(state, policy);
  return {};
}

/** Returns a registered target, or throws the error of Application Auto Scaling. */
export function targetOf({ targets }: ScalingState, id: TargetId): Target {
  const target = targets.get(keyOf(id));
  if (!target)
    throw new AwsError(
      'ObjectNotFoundException',
      `No scalable target found for service namespace: ${id.ServiceNamespace}, resource ID: ${id.ResourceId}, scalable dimension: ${id.ScalableDimension}`,
    );
  return target;
}

export function keyOf({ ServiceNamespace, ResourceId, ScalableDimension }: TargetId): string {
  return [ServiceNamespace, ResourceId, ScalableDimension].join(' ');
}

export function describeTargets({ targets, account }: ScalingState, { input }: Call): object {
  const { ServiceNamespace, ResourceIds, ScalableDimension } = input as {
    ServiceNamespace: string;
    ResourceIds?: string[];
    ScalableDimension?: string;
  };
  return {
    ScalableTargets: [...targets.values()]
      .filter(
        ({ id }) =>
          id.ServiceNamespace === ServiceNamespace &&
          (!ResourceIds?.length || ResourceIds.includes(id.ResourceId)) &&
          (!ScalableDimension || id.ScalableDimension === ScalableDimension),
      )
      .map(({ id, min, max, suspended, created, arn }) => ({
        ...id,
        MinCapacity: min,
        MaxCapacity: max,
        RoleARN: serviceLinkedRole(account).role,
        CreationTime: new Date(created),
        SuspendedState: suspended,
        ScalableTargetARN: arn,
      })),
  };
}
