import { Lazy, Stack } from 'aws-cdk-lib';
import { CfnScalingPolicy } from 'aws-cdk-lib/aws-applicationautoscaling';
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { atSynthesis, synthesisOf } from '../platform/at-synthesis';
import { hashOf } from '../platform/versioned-policy';
import { NamedVariant } from './policy';

/** A policy with the alarms that call it. Those of target tracking are Application Auto Scaling's own. */
export interface ReplacedPolicy {
  readonly policy: CfnScalingPolicy;
  readonly alarms: CfnAlarm[];
}

/**
 * Lets CloudFormation replace policies and their alarms, and never edit them: their names carry a hash of what they are.
 *
 * CloudFormation knows a policy by its ARN (primary identifier of AWS::ApplicationAutoScaling::ScalingPolicy). A deployment that fails after
 * the policies went has them back under their names, with other ARNs (hashicorp/terraform-provider-aws#4340). CloudFormation would not find
 * them to edit, and would give an alarm that it edits the ARN of before. A deletion of what is gone succeeds.
 */
export function replacePolicies(
  scope: Construct,
  policies: CfnScalingPolicy[],
  variant: NamedVariant,
): ReplacedPolicy[] {
  const alarms = scope.node.findAll().filter((each): each is CfnAlarm => each instanceof CfnAlarm);
  return policies.map((policy) => {
    const replaced = { policy, alarms: alarms.filter((alarm) => isCalledBy(policy, alarm)) };
    nameByContent(replaced, variant);
    return replaced;
  });
}

/** What the names of the alarms of a variant's policies begin with. */
export function scalingAlarmPrefix(endpointName: string, variantName: string): string {
  return `${endpointName}/${variantName}/scaling/`;
}

function isCalledBy(policy: CfnScalingPolicy, alarm: CfnAlarm): boolean {
  const [actions, id] = policy.stack.resolve([alarm.alarmActions, policy.logicalId]) as [unknown, string];
  return (JSON.stringify(actions) ?? '').includes(`"${id}"`);
}

function nameByContent({ policy, alarms }: ReplacedPolicy, variant: NamedVariant): void {
  const { policyName: name } = policy;
  const prefix = scalingAlarmPrefix(variant.endpointName, variant.variantName);
  const hash = (): string => hashOf(Stack.of(policy), contentOf({ policy, alarms }, variant));
  const current = atSynthesis(synthesisOf(policy), hash, hash);
  policy.policyName = Lazy.uncachedString({ produce: () => `${name}-${current()}` });
  for (const [index, alarm] of alarms.entries()) {
    const number = index === 0 ? '' : `-${index + 1}`;
    alarm.alarmName = Lazy.uncachedString({ produce: () => `${prefix}${name}-${current()}${number}` });
  }
}

function contentOf({ policy, alarms }: ReplacedPolicy, { instanceTypes }: NamedVariant): object {
  const { policyType, targetTrackingScalingPolicyConfiguration, stepScalingPolicyConfiguration } = policy;
  return [
    instanceTypes.map(({ name }) => name),
    [policyType, targetTrackingScalingPolicyConfiguration, stepScalingPolicyConfiguration],
    alarms.map((alarm) => {
      const { alarmName: _name, alarmActions: _actions, ...settings } = alarm['cfnProperties'];
      return settings;
    }),
  ];
}
