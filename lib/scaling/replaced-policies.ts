import { Lazy, Stack } from 'aws-cdk-lib';
import { CfnScalingPolicy } from 'aws-cdk-lib/aws-applicationautoscaling';
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { computeAtSynthesis, trackSynthesis } from '../cdk/at-synthesis';
import { hashOf } from '../cdk/versioned-policy';
import { NamedVariant, registeredTypes } from './policy';

/**
 * A policy, and the alarms of this stack that invoke the policy. A target-tracking policy has no alarms in the stack, because Application Auto
 * Scaling creates them.
 */
export interface PolicyWithAlarms {
  readonly policy: CfnScalingPolicy;
  readonly alarms: CfnAlarm[];
}

/**
 * Appends a hash of the content to the names of policies and their alarms, so that CloudFormation replaces them and never updates them.
 *
 * CloudFormation identifies a policy by its ARN (primary identifier of AWS::ApplicationAutoScaling::ScalingPolicy). If a deployment fails after
 * the policies were deleted, the registration function creates them again with the same names and different ARNs
 * (hashicorp/terraform-provider-aws#4340). With the old ARNs, CloudFormation could neither update these policies nor correctly update their
 * alarms. A replacement is safe, because the deletion of a missing policy succeeds.
 */
export function addHashesToNames(
  scope: Construct,
  policies: CfnScalingPolicy[],
  variant: NamedVariant,
): PolicyWithAlarms[] {
  const alarms = scope.node.findAll().filter((construct): construct is CfnAlarm => construct instanceof CfnAlarm);
  return policies.map((policy) => {
    const policyWithAlarms = { policy, alarms: alarms.filter((alarm) => isInvokedBy(policy, alarm)) };
    setNamesByContent(policyWithAlarms, variant);
    return policyWithAlarms;
  });
}

/** Prefix of the names of the alarms that invoke a variant's policies. */
export function scalingAlarmPrefix(endpointName: string, variantName: string): string {
  return `${endpointName}/${variantName}/scaling/`;
}

function isInvokedBy(policy: CfnScalingPolicy, alarm: CfnAlarm): boolean {
  const [actions, id] = policy.stack.resolve([alarm.alarmActions, policy.logicalId]) as [unknown, string];
  return (JSON.stringify(actions) ?? '').includes(`"${id}"`);
}

function setNamesByContent({ policy, alarms }: PolicyWithAlarms, variant: NamedVariant): void {
  const { policyName: name } = policy;
  const prefix = scalingAlarmPrefix(variant.endpointName, variant.variantName);
  const hash = (): string => hashOf(Stack.of(policy), contentOf({ policy, alarms }, variant));
  const currentHash = computeAtSynthesis(trackSynthesis(policy), hash, hash);
  policy.policyName = Lazy.uncachedString({ produce: () => `${name}-${currentHash()}` });
  for (const [index, alarm] of alarms.entries()) {
    const suffix = index === 0 ? '' : `-${index + 1}`;
    alarm.alarmName = Lazy.uncachedString({ produce: () => `${prefix}${name}-${currentHash()}${suffix}` });
  }
}

function contentOf({ policy, alarms }: PolicyWithAlarms, variant: NamedVariant): object {
  const { policyType, targetTrackingScalingPolicyConfiguration, stepScalingPolicyConfiguration } = policy;
  return [
    registeredTypes(variant).map(({ name }) => name),
    [policyType, targetTrackingScalingPolicyConfiguration, stepScalingPolicyConfiguration],
    alarms.map((alarm) => {
      const { alarmName: _name, alarmActions: _actions, ...settings } = alarm['cfnProperties'];
      return settings;
    }),
  ];
}
