/** What the caller of a request must be allowed besides the request's own action. */
import type { Access, Place, RoleCall } from './access';
import { calledVia } from './context';

/** An access that the service checks itself, and answers with an error of its own. */
export interface AlsoNeeded extends Access {
  readonly error?: 'missing permissions';
}

export function alsoNeeded(call: RoleCall, place: Place): AlsoNeeded[] {
  return [...passedRoles(call, place), ...scalingPermissions(call, place)];
}

/** Services that take a role from a request, by the prefix of their permissions. */
const PASSED_TO: Readonly<Record<string, string>> = {
  sagemaker: 'sagemaker.amazonaws.com',
  lambda: 'lambda.amazonaws.com',
  states: 'states.amazonaws.com',
  events: 'events.amazonaws.com',
};

/** API models: to hand over a role, "the caller of this API must have the iam:PassRole permission". */
function passedRoles({ service, input }: RoleCall, { accountId }: Place): AlsoNeeded[] {
  const passedTo = PASSED_TO[service];
  if (passedTo === undefined) return [];
  return ['ExecutionRoleArn', 'RoleArn', 'Role', 'roleArn']
    .map((member) => input[member])
    .filter((role): role is string => typeof role === 'string' && role.startsWith(`arn:aws:iam::${accountId}:role/`))
    .map((resource) => ({ action: 'iam:PassRole', resource, context: { 'iam:PassedToService': passedTo } }));
}

/**
 * Application Auto Scaling user guide, "Permissions validation for Application Auto Scaling API calls on target
 * resources": the caller needs the permissions for the scaled resource and for the alarms of a policy.
 */
function scalingPermissions({ service, operation, input }: RoleCall, { accountId, region }: Place): AlsoNeeded[] {
  if (service !== 'application-autoscaling' || input.ServiceNamespace !== 'sagemaker') return [];
  const target = String(input.ResourceId);
  const [, endpoint = ''] = target.split('/');
  const endpointArn = `arn:aws:sagemaker:${region}:${accountId}:endpoint/${endpoint.toLowerCase()}`;
  const alarmArn = `arn:aws:cloudwatch:${region}:${accountId}:alarm:TargetTracking-${target}-AlarmHigh-1`;
  const missing = (action: string, resource: string): AlsoNeeded => ({
    action,
    resource,
    context: calledVia('application-autoscaling.amazonaws.com'),
    error: 'missing permissions',
  });
  const alarms = (...actions: string[]) => actions.map((action) => missing(`cloudwatch:${action}`, alarmArn));
  switch (operation) {
    case 'RegisterScalableTarget':
      return [
        missing('sagemaker:DescribeEndpoint', endpointArn),
        missing('sagemaker:DescribeEndpointConfig', `arn:aws:sagemaker:${region}:${accountId}:endpoint-config/*`),
        missing('sagemaker:UpdateEndpointWeightsAndCapacities', endpointArn),
      ];
    case 'PutScalingPolicy':
      return input.PolicyType === 'TargetTrackingScaling'
        ? alarms('DescribeAlarms', 'PutMetricAlarm', 'DeleteAlarms')
        : alarms('DescribeAlarms');
    case 'DeleteScalingPolicy':
    case 'DeregisterScalableTarget':
      return alarms('DeleteAlarms');
    default:
      return [];
  }
}
