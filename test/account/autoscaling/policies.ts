import { isDeepStrictEqual } from 'node:util';
import type { Call, Principal } from '../call';
import { AwsError } from '../call';
import type { PutScalingPolicyInput, TargetId, TargetTracking } from './inputs';
import { refuseWithoutPermission } from './permissions';
import { isPredefined, putTrackingAlarms, removePolicyAlarms } from './policy-alarms';
import type { Policy, Scaling, Target } from './state';
import { refuse, targetOf } from './targets';

export async function putPolicy(scaling: Scaling, principal: Principal, input: PutScalingPolicyInput): Promise<object> {
  const { world } = scaling;
  const target = targetOf(scaling, input);
  const before = target.policies.get(input.PolicyName);
  const type = input.PolicyType ?? before?.input.PolicyType ?? 'StepScaling';
  if (before && before.input.PolicyType !== type) refuse('The type of a scaling policy cannot be changed.');
  const tracking = input.TargetTrackingScalingPolicyConfiguration;
  const step = input.StepScalingPolicyConfiguration;
  if (type === 'PredictiveScaling') refuse('PredictiveScaling is not supported for the service namespace sagemaker.');
  if (type === 'TargetTrackingScaling' && (!tracking || step))
    refuse('TargetTrackingScaling requires TargetTrackingScalingPolicyConfiguration alone.');
  if (type === 'StepScaling' && (!step || tracking))
    refuse('StepScaling requires StepScalingPolicyConfiguration alone.');
  if (tracking) {
    validateTracking(tracking);
    refuseSecondOfMetric(target, input.PolicyName, tracking);
  }
  if (step && (!step.AdjustmentType || !step.StepAdjustments?.length))
    refuse('A step scaling policy requires AdjustmentType and at least one step adjustment.');
  if (tracking) {
    const name = world.assumes('autoscaling.tries-alarms-of-its-own-names')
      ? `TargetTracking-${input.ResourceId}-permission-check`
      : 'TargetTracking-permission-check';
    await refuseWithoutPermission(world, principal, 'cloudwatch', [
      ['DescribeAlarms', { AlarmNames: [name] }],
      ['PutMetricAlarm', { AlarmName: name }],
      ['DeleteAlarms', { AlarmNames: [name] }],
    ]);
  }
  const policy: Policy = before ?? {
    name: input.PolicyName,
    arn: newArn(scaling, input),
    input: { ...input, PolicyType: type },
    alarms: [],
    created: world.now(),
  };
  policy.input = { ...input, PolicyType: type };
  target.policies.set(policy.name, policy);
  if (tracking) await putTrackingAlarms(scaling, target, policy, tracking);
  return { PolicyARN: policy.arn, Alarms: policy.alarms };
}

/** A policy that is created again under its name is another one. */
function newArn(scaling: Scaling, { ResourceId, PolicyName }: PutScalingPolicyInput): string {
  const { region, accountId } = scaling.world;
  const id = `00000000-0000-0000-0000-${String(++scaling.createdPolicies).padStart(12, '0')}`;
  return `arn:aws:autoscaling:${region}:${accountId}:scalingPolicy:${id}:resource/sagemaker/${ResourceId}:policyName/${PolicyName}`;
}

function refuseSecondOfMetric({ policies }: Target, name: string, tracking: TargetTracking): void {
  const metric = trackedMetricOf(tracking);
  const others = [...policies.values()].filter((policy) => policy.name !== name);
  const isTracked = others.some(({ input: { TargetTrackingScalingPolicyConfiguration: other } }) => {
    return other && isDeepStrictEqual(trackedMetricOf(other), metric);
  });
  if (isTracked) refuse('Only one TargetTrackingScaling policy for a given metric specification is allowed.');
}

function trackedMetricOf(tracking: TargetTracking): unknown {
  return tracking.PredefinedMetricSpecification ?? tracking.CustomizedMetricSpecification;
}

function validateTracking({
  PredefinedMetricSpecification: predefined,
  CustomizedMetricSpecification: custom,
  TargetValue,
}: NonNullable<PutScalingPolicyInput['TargetTrackingScalingPolicyConfiguration']>): void {
  if (Boolean(predefined) === Boolean(custom))
    refuse('Exactly one of PredefinedMetricSpecification and CustomizedMetricSpecification must be specified.');
  if (predefined && !isPredefined(predefined.PredefinedMetricType))
    refuse(`The predefined metric ${predefined.PredefinedMetricType} is not supported for variants.`);
  if (TargetValue <= 0) refuse('TargetValue must be greater than zero.');
  if (custom?.Metrics && custom.MetricName) refuse('Only one of Metrics and MetricName can be specified.');
  if (custom?.Metrics?.filter(({ ReturnData = true }) => ReturnData).length === 0)
    refuse('One of the metrics must return data.');
}

export async function deletePolicy(scaling: Scaling, input: TargetId & { PolicyName: string }): Promise<object> {
  const target = targetOf(scaling, input);
  const policy = policyOf(target, input.PolicyName);
  target.policies.delete(policy.name);
  await removePolicyAlarms(scaling, policy);
  return {};
}

function policyOf({ policies, id }: Target, name: string): Policy {
  const policy = policies.get(name);
  if (!policy)
    throw new AwsError('ObjectNotFoundException', `No scaling policy found for ${id.ResourceId} of the name ${name}`);
  return policy;
}

export function describePolicies({ targets }: Scaling, { input }: Call): object {
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
