import type { Call, Principal } from '../call';
import { AwsError } from '../call';
import { keepWithin } from './activity';
import type { RegisterInput, TargetId } from './inputs';
import { removePolicyAlarms } from './policy-alarms';
import { serviceLinkedRole } from './state';
import type { Scaling, Target } from './state';
import { describeVariant } from './variants';
import { refuseWithoutPermission } from './permissions';

const RESOURCE = /^endpoint\/([^/]+)\/variant\/([^/]+)$/;
const DIMENSION = 'sagemaker:variant:DesiredInstanceCount';

export function refuse(message: string): never {
  throw new AwsError('ValidationException', message);
}

export async function register(scaling: Scaling, principal: Principal, input: RegisterInput): Promise<object> {
  const { world, targets } = scaling;
  const [, endpointName, variantName] = RESOURCE.exec(input.ResourceId) ?? [];
  if (input.ServiceNamespace !== 'sagemaker' || input.ScalableDimension !== DIMENSION || !endpointName)
    refuse('Unsupported service namespace, resource type or scalable dimension');
  const live = await describeVariant(world, endpointName, variantName);
  await refuseWithoutPermission(world, principal, 'sagemaker', [
    ['DescribeEndpoint', { EndpointName: endpointName }],
    ['DescribeEndpointConfig', { EndpointConfigName: live?.configName ?? 'permission-check' }],
    [
      'UpdateEndpointWeightsAndCapacities',
      {
        EndpointName: endpointName,
        DesiredWeightsAndCapacities: [{ VariantName: 'application-autoscaling-permission-check' }],
      },
    ],
  ]);
  if (!live) refuse(`SageMaker endpoint or variant not found: ${input.ResourceId}`);
  const existing = targets.get(keyOf(input));
  const min = input.MinCapacity ?? existing?.min ?? refuse('MinCapacity is required to register a scalable target');
  const max = input.MaxCapacity ?? existing?.max ?? refuse('MaxCapacity is required to register a scalable target');
  if (min > max) refuse('Maximum capacity cannot be less than minimum capacity');
  if (min < 0) refuse('Minimum capacity cannot be negative');
  if (!existing) {
    if (live.status !== 'InService' && world.assumes('autoscaling.registers-only-in-service'))
      refuse(`The endpoint ${endpointName} is not InService, it is ${live.status}.`);
    await makeServiceLinkedRole(scaling, principal);
  }
  const target: Target = Object.assign(existing ?? newTarget(scaling, input, endpointName, variantName), { min, max });
  if (input.SuspendedState) target.suspended = { ...target.suspended, ...input.SuspendedState };
  targets.set(keyOf(input), target);
  if (live.status === 'InService')
    world.after(0, () => keepWithin(scaling, target, 'The capacity was outside of the minimum and maximum capacity'));
  return { ScalableTargetARN: target.arn };
}

/** The first registration in an account makes the service-linked role, with the caller's permission. */
async function makeServiceLinkedRole(scaling: Scaling, principal: Principal): Promise<void> {
  if (scaling.hasServiceLinkedRole) return;
  const AWSServiceName = serviceLinkedRole(scaling.world).service;
  await scaling.world.call({
    principal,
    service: 'iam',
    operation: 'CreateServiceLinkedRole',
    input: { AWSServiceName },
  });
  scaling.hasServiceLinkedRole = true;
}

function newTarget({ world, targets }: Scaling, id: TargetId, endpointName: string, variantName: string): Target {
  return {
    id: { ServiceNamespace: id.ServiceNamespace, ResourceId: id.ResourceId, ScalableDimension: id.ScalableDimension },
    endpointName,
    variantName,
    arn: `arn:aws:application-autoscaling:${world.region}:${world.accountId}:scalable-target/${String(targets.size + 1).padStart(24, '0')}`,
    min: 0,
    max: 0,
    suspended: {
      DynamicScalingInSuspended: false,
      DynamicScalingOutSuspended: false,
      ScheduledScalingSuspended: false,
    },
    created: world.now(),
    policies: new Map(),
    actions: new Map(),
    lastOut: -Infinity,
    lastIn: -Infinity,
    isScaling: false,
  };
}

export async function deregister(scaling: Scaling, id: TargetId): Promise<object> {
  const target = targetOf(scaling, id);
  scaling.targets.delete(keyOf(id));
  for (const action of target.actions.values()) action.isGone = true;
  for (const policy of target.policies.values()) await removePolicyAlarms(scaling, policy);
  return {};
}

export function targetOf({ targets }: Scaling, id: TargetId): Target {
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

export function describeTargets({ targets, world }: Scaling, { input }: Call): object {
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
        RoleARN: serviceLinkedRole(world).role,
        CreationTime: new Date(created),
        SuspendedState: suspended,
        ScalableTargetARN: arn,
      })),
  };
}
