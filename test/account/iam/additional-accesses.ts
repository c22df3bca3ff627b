/** The permissions that a request requires in addition to the permission for its own action. */
import type { Access, AccountRegion, RoleCall } from './access';
import { calledVia } from './context';

/** An additional required permission. If `error` is set, the called service checks the permission, and returns its own error. */
export interface AdditionalAccess extends Access {
  readonly error?: 'missing permissions';
}

export function additionalAccesses(call: RoleCall, accountRegion: AccountRegion): AdditionalAccess[] {
  return [...passedRoles(call, accountRegion), ...scalingPermissions(call, accountRegion)];
}

/** Services whose requests can pass a role to the service, by the prefix of the service in IAM. */
const SERVICE_PRINCIPALS: Readonly<Record<string, string>> = {
  sagemaker: 'sagemaker.amazonaws.com',
  lambda: 'lambda.amazonaws.com',
  states: 'states.amazonaws.com',
  events: 'events.amazonaws.com',
};

/** iam:PassRole for each role in a request. API models: "the caller of this API must have the iam:PassRole permission". */
function passedRoles({ service, input }: RoleCall, { accountId }: AccountRegion): AdditionalAccess[] {
  const passedTo = SERVICE_PRINCIPALS[service];
  if (passedTo === undefined) return [];
  return ['ExecutionRoleArn', 'RoleArn', 'Role', 'roleArn']
    .map((member) => input[member])
    .filter((role): role is string => typeof role === 'string' && role.startsWith(`arn:aws:iam::${accountId}:role/`))
    .map((resource) => ({ action: 'iam:PassRole', resource, context: { 'iam:PassedToService': passedTo } }));
}

/**
 * The permissions for the scaled resource and for the alarms of a policy, which the caller of Application Auto Scaling must have. Source:
 * user guide, "Permissions validation for Application Auto Scaling API calls on target resources".
 */
function scalingPermissions(
  { service, operation, input }: RoleCall,
  { accountId, region }: AccountRegion,
): AdditionalAccess[] {
  if (service !== 'application-autoscaling' || input.ServiceNamespace !== 'sagemaker') return [];
  const target = String(input.ResourceId);
  const [type, name = ''] = target.split('/');
  const resourceArn = `arn:aws:sagemaker:${region}:${accountId}:${type}/${name.toLowerCase()}`;
  const alarmArn = `arn:aws:cloudwatch:${region}:${accountId}:alarm:TargetTracking-${target}-AlarmHigh-1`;
  const scalingAccess = (action: string, resource: string): AdditionalAccess => ({
    action,
    resource,
    context: calledVia('application-autoscaling.amazonaws.com'),
    error: 'missing permissions',
  });
  const alarmAccesses = (...actions: string[]) =>
    actions.map((action) => scalingAccess(`cloudwatch:${action}`, alarmArn));
  switch (operation) {
    case 'RegisterScalableTarget': {
      const targets = `arn:aws:application-autoscaling:${region}:${accountId}:scalable-target/*`;
      const tagging = input.Tags
        ? [{ action: 'application-autoscaling:TagResource', resource: targets, context: {} }]
        : [];
      if (type === 'inference-component')
        return [
          ...tagging,
          scalingAccess('sagemaker:DescribeInferenceComponent', resourceArn),
          scalingAccess('sagemaker:UpdateInferenceComponentRuntimeConfig', resourceArn),
        ];
      return [
        ...tagging,
        scalingAccess('sagemaker:DescribeEndpoint', resourceArn),
        scalingAccess('sagemaker:DescribeEndpointConfig', `arn:aws:sagemaker:${region}:${accountId}:endpoint-config/*`),
        scalingAccess('sagemaker:UpdateEndpointWeightsAndCapacities', resourceArn),
      ];
    }
    case 'PutScalingPolicy':
      return input.PolicyType === 'TargetTrackingScaling'
        ? alarmAccesses('DescribeAlarms', 'PutMetricAlarm', 'DeleteAlarms')
        : alarmAccesses('DescribeAlarms');
    case 'DeleteScalingPolicy':
    case 'DeregisterScalableTarget':
      return alarmAccesses('DeleteAlarms');
    default:
      return [];
  }
}
