/**
 * The members of a request that have the names in an ARN. A variable of the ARN's format is the member of the same
 * name, whatever its case (`${EndpointName}`, `${LogGroupName}`); the table has the others.
 */
type Input = Readonly<Record<string, unknown>>;

/** Members by `service/type/variable`. `*` is what the service itself asks for while there is no name yet. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  'cloudwatch/alarm/AlarmName': ['AlarmName', 'AlarmNames', 'AlarmNamePrefix', '*'],
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

export function nameInArn(action: string, type: string, variable: string, input: Input): string[] {
  const [service] = action.split(':');
  const candidates = MEMBERS[`${service}/${type}/${variable}`] ?? [variable];
  for (const member of candidates) {
    const found = member === '*' ? ['*'] : namesAt(input, member);
    if (found.length > 0) return found.map((name) => asInArn(service, type, variable, name));
  }
  return [];
}

function namesAt(input: Input, member: string): string[] {
  const key = Object.keys(input).find((name) => name.toLowerCase() === member.toLowerCase());
  const value = key === undefined ? undefined : input[key];
  return [value].flat().filter((name): name is string => typeof name === 'string' && name !== '');
}

function asInArn(service: string, type: string, variable: string, name: string): string {
  // SageMaker writes names in ARNs in lower case.
  if (service === 'sagemaker') return name.toLowerCase();
  // CloudWatch Logs judges requests about a log group with this ARN, which `log-group:NAME:*` covers.
  if (service === 'logs' && type === 'log-group') return `${name}:log-stream:`;
  if (service === 'ssm' && variable === 'ParameterNameWithoutLeadingSlash') return name.replace(/^\//, '');
  return name;
}
