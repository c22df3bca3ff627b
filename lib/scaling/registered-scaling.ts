import { Lazy, TagManager } from 'aws-cdk-lib';
import { CfnScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { BoundScaling } from './bind-scaling';
import { RegisteredPolicy, RegisteredTarget, Registration } from '../contracts/scaling-registration-properties';
import { PolicyWithAlarms } from './replaced-policies';

/** The scaling of a variant or component, as the registration function registers it. */
export function registrationOf(boundScaling: BoundScaling | undefined): Registration {
  return {
    target: boundScaling && {
      minCapacity: boundScaling.target.minCapacity,
      maxCapacity: boundScaling.target.maxCapacity,
      scheduledActions: boundScaling.target.scheduledActions as RegisteredTarget['scheduledActions'],
      tags: tagsOf(boundScaling.target),
    },
    policies: boundScaling?.policies.map(registeredPolicy) ?? [],
  };
}

/** The tags in the template, which aspects add during synthesis. Old versions of aws-cdk-lib render no tags of a target. */
function tagsOf(target: CfnScalableTarget): RegisteredTarget['tags'] {
  const produce = () => TagManager.of(target)?.renderTags() as object[] | undefined;
  return Lazy.any({ produce }, { omitEmptyArray: true }) as unknown as RegisteredTarget['tags'];
}

/** Whether alarms of the stack invoke policies. */
export function hasAlarms(boundScaling: BoundScaling | undefined): boolean {
  return boundScaling?.policies.some(({ alarms }) => alarms.length > 0) ?? false;
}

function registeredPolicy({ policy, alarms }: PolicyWithAlarms): RegisteredPolicy {
  return {
    policyName: policy.policyName,
    policyType: policy.policyType,
    targetTrackingScalingPolicyConfiguration: policy.targetTrackingScalingPolicyConfiguration,
    stepScalingPolicyConfiguration: policy.stepScalingPolicyConfiguration,
    alarmNames: alarms.length > 0 ? alarms.map(({ alarmName }) => alarmName ?? '') : undefined,
  };
}
