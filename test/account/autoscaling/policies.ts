import { isDeepStrictEqual } from 'node:util';
import { AwsError, Call, Principal, rejectRequest } from '../call';
import type { PutScalingPolicyInput, TargetId, TargetTracking } from './inputs';
import { checkPermissions } from './check-permissions';
import { isPredefined, putTrackingAlarms, removePolicyAlarms } from './policy-alarms';
import type { Policy, ScalingState, Target } from './state';
import { targetOf } from './targets';

export async function putPolicy(
  state: ScalingState,
  principal: Principal,
  input: PutScalingPolicyInput,
): Promise<object> {
  const { account } = state;
  const target = targetOf(state, input);
  const existing = target.policies.get(input.PolicyName);
  const type = input.PolicyType ?? existing?.input.PolicyType ?? 'StepScaling';
  if (existing && existing.input.PolicyType !== type) rejectRequest('The type of a scaling policy cannot be changed.');
  const tracking = input.TargetTrackingScalingPolicyConfiguration;
  const step = input.StepScalingPolicyConfiguration;
  if (type === 'PredictiveScaling')
    rejectRequest('PredictiveScaling is not supported for the service namespace sagemaker.');
  if (type === 'TargetTrackingScaling' && (!tracking || step))
    rejectRequest('TargetTrackingScaling requires TargetTrackingScalingPolicyConfiguration alone.');
  if (type === 'StepScaling' && (!step || tracking))
    rejectRequest('StepScaling requires StepScalingPolicyConfiguration alone.');
  if (tracking) {
    validateTracking(target, tracking);
    rejectSecondPolicyOfMetric(target, input.PolicyName, tracking);
  }
  if (step && (!step.AdjustmentType || !step.StepAdjustments?.length))
    rejectRequest('A step scaling policy requires AdjustmentType and at least one step adjustment.');
  if (tracking) {
    const name = account.isSwitchedOn('autoscaling.checks-alarms-with-the-resource-id')
      ? `TargetTracking-${input.ResourceId}-permission-check`
      : 'TargetTracking-permission-check';
    await checkPermissions(account, principal, 'cloudwatch', [
      ['DescribeAlarms', { AlarmNames: [name] }],
      ['PutMetricAlarm', { AlarmName: name }],
      ['DeleteAlarms', { AlarmNames: [name] }],
    ]);
  }
  const policy: Policy = existing ?? {
    name: input.PolicyName,
    arn: newArn(state, input),
    input: { ...input, PolicyType: type },
    alarms: [],
    created: account.now(),
  };
  policy.input = { ...input, PolicyType: type };
  target.policies.set(policy.name, policy);
  if (tracking) await putTrackingAlarms(state, target, policy, tracking);
  return { PolicyARN: policy.arn, Alarms: policy.alarms };
}

/** A policy that is created again with the same name has a new ARN. */
function newArn(state: ScalingState, { ResourceId, PolicyName }: PutScalingPolicyInput): string {
  const { region, accountId } = state.account;
  const id = `00000000-0000-0000-0000-${String(++state.createdPolicyCount).padStart(12, '0')}`;
  return `arn:aws:autoscaling:${region}:${accountId}:scalingPolicy:${id}:resource/sagemaker/${ResourceId}:policyName/${PolicyName}`;
}

function rejectSecondPolicyOfMetric({ policies }: Target, name: string, tracking: TargetTracking): void {
  const metric = trackedMetricOf(tracking);
  const others = [...policies.values()].filter((policy) => policy.name !== name);
  const isTracked = others.some(({ input: { TargetTrackingScalingPolicyConfiguration: other } }) => {
    return other && isDeepStrictEqual(trackedMetricOf(other), metric);
  });
  if (isTracked) rejectRequest('Only one TargetTrackingScaling policy for a given metric specification is allowed.');
}

function trackedMetricOf(tracking: TargetTracking): unknown {
  return tracking.PredefinedMetricSpecification ?? tracking.CustomizedMetricSpecification;
}

function validateTracking(
  { resource, id }: Target,
  { PredefinedMetricSpecification: predefined, CustomizedMetricSpecification: custom, TargetValue }: TargetTracking,
): void {
  if (Boolean(predefined) === Boolean(custom))
    rejectRequest('Exactly one of PredefinedMetricSpecification and CustomizedMetricSpecification must be specified.');
  if (predefined && !isPredefined(predefined.PredefinedMetricType, resource))
    rejectRequest(
      `The predefined metric ${predefined.PredefinedMetricType} is not supported for ${id.ScalableDimension}.`,
    );
  if (TargetValue <= 0) rejectRequest('TargetValue must be greater than zero.');
  if (custom?.Metrics && custom.MetricName) rejectRequest('Only one of Metrics and MetricName can be specified.');
  if (custom?.Metrics?.filter(({ ReturnData = true }) => ReturnData).length === 0)
    rejectRequest('One of the metrics must return data.');
}

export async function deletePolicy(state: ScalingState, input: TargetId & { PolicyName: string }): Promise<object> {
  const target = targetOf(state, input);
  const policy = policyOf(target, input.PolicyName);
  target.policies.delete(policy.name);
  await removePolicyAlarms(state, policy);
  return {};
}

function policyOf({ policies, id }: Target, name: string): Policy {
  const policy = policies.get(name);
  if (!policy)
    throw new AwsError('ObjectNotFoundException', `No scaling policy found for ${id.ResourceId} of the name ${name}`);
  return policy;
}

export function describePolicies({ targets }: ScalingState, { input }: Call): object {
  const { ResourceId, ScalableDimension, PolicyNames } = input as Partial<TargetId> & { PolicyNames?: string[] };
  return {
    ScalingPolicies: [...targets.values()]
      .filter(({ id }) => !ResourceId || id.ResourceId === ResourceId)
      .filter(({ id }) => !ScalableDimension || id.ScalableDimension === ScalableDimension)
      .flatMap(({ policies }) => [...policies.values()])
      .filter(({ name }) => !PolicyNames?.length || PolicyNames.includes(name))
      .map(({ arn, input: policy, alarms, created }) => ({
        ...policy,
        PolicyARN: arn,
        Alarms: alarms,
        CreationTime: new Date(created),
      })),
  };
}
