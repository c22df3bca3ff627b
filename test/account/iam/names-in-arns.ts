/**
 * Finds the values for a variable of an ARN format in the input of a request. By default, the input has a member with the name of the
 * variable, regardless of the case (`${EndpointName}`, `${LogGroupName}`).
 */
type Input = Readonly<Record<string, unknown>>;

/**
 * For a variable (`service/type/variable`), the members of the input that can contain its value. The first member with a value is used, and
 * the candidate `*` means the value `*`, for resources that the input does not name.
 */
const CANDIDATE_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  'cloudwatch/alarm/AlarmName': ['AlarmName', 'AlarmNames', 'AlarmNamePrefix', '*'],
  'cloudwatch/dashboard/DashboardName': ['DashboardName', 'DashboardNames'],
  'application-autoscaling/ScalableTarget/ResourceId': ['*'],
  'cloudformation/stack/StackName': ['StackName'],
  'cloudformation/stack/Id': ['*'],
  'ec2/network-interface/NetworkInterfaceId': ['NetworkInterfaceId', '*'],
  'ec2/security-group/SecurityGroupId': ['Groups', 'SecurityGroupIds', 'GroupId'],
  'events/rule-on-default-event-bus/RuleName': ['Name', 'Rule'],
  'sns/topic/TopicName': ['TopicName', 'Name'],
  'ssm/parameter/ParameterNameWithoutLeadingSlash': ['Name', 'Names'],
  'iam/role/RoleNameWithPath': ['RoleName'],
  'iam/policy/PolicyNameWithPath': ['PolicyName'],
  'logs/log-group/LogGroupName': ['logGroupName', 'logGroupNamePrefix'],
};

export function namesForVariable(action: string, type: string, variable: string, input: Input): string[] {
  const [service] = action.split(':');
  const candidates = CANDIDATE_MEMBERS[`${service}/${type}/${variable}`] ?? [variable];
  for (const member of candidates) {
    const names = member === '*' ? ['*'] : namesIn(input, member);
    if (names.length > 0) return names.map((name) => toArnPart(service, type, variable, name));
  }
  return [];
}

function namesIn(input: Input, member: string): string[] {
  const key = Object.keys(input).find((name) => name.toLowerCase() === member.toLowerCase());
  const value = key === undefined ? undefined : input[key];
  return [value].flat().filter((name): name is string => typeof name === 'string' && name !== '');
}

function toArnPart(service: string, type: string, variable: string, name: string): string {
  // SageMaker uses lower-case names in ARNs.
  if (service === 'sagemaker') return name.toLowerCase();
  // For a log group, CloudWatch Logs checks the ARN with this ending. The pattern `log-group:NAME:*` matches this ARN.
  if (service === 'logs' && type === 'log-group') return `${name}:log-stream:`;
  if (service === 'ssm' && variable === 'ParameterNameWithoutLeadingSlash') return name.replace(/^\//, '');
  return name;
}
