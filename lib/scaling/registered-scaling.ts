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
    },
    policies: boundScaling?.policies.map(registeredPolicy) ?? [],
  };
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
