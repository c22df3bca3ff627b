import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Role } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { InstanceType, TritonImage, TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../../lib';
import { classifier, stackWith, statementsOf } from '../fixtures';
import { findCycle, referencesOf } from '../template-graph';

const TYPE = 'Custom::TritonEndpointCleanup';

function templateOf(propsIn: (stack: Stack, vpc: Vpc) => Partial<TritonRealtimeEndpointProps>): Template {
  const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'us-east-1' } });
  const vpc = new Vpc(stack, 'Vpc', { availabilityZones: ['us-east-1a', 'us-east-1b'] });
  new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier(), ...propsIn(stack, vpc) });
  return Template.fromStack(stack);
}

const inVpc = templateOf((_, vpc) => ({ vpc }));
const idOf = (template: Template, type = TYPE): string => Object.keys(template.findResources(type))[0];

const plain = Template.fromStack(stackWith());

test.each([
  ['all permissions of the role are', plain, 'ExecutionPolicy'],
  ['in a VPC, where it needs the others, only the permission to write the log is', inVpc, 'LogPolicy'],
])('%s deleted before it, and the log group after it', (_, template, id) => {
  const graph = referencesOf(template.toJSON().Resources);
  const policy = Object.entries(template.findResources('AWS::IAM::Policy')).find(
    ([, { Properties }]) =>
      JSON.stringify(Properties.PolicyDocument).includes('/aws/sagemaker/Endpoints/') &&
      JSON.stringify(Properties.Roles).includes('ExecutionRole'),
  );
  const logPolicy = policy?.[0] ?? '';
  expect(logPolicy).toContain(`Classifier${id}`);
  expect(graph.get(idOf(template, 'AWS::SageMaker::Endpoint'))).toContain(logPolicy);
  expect(graph.get(logPolicy)).toContain(idOf(template));
  expect([...(graph.get(idOf(template)) ?? [])].join()).toContain('ClassifierLogs');
  expect(findCycle(graph)).toBeUndefined();
});

test('without a VPC and without a key it looks at the endpoint alone, and stays as it is when the permissions change', () => {
  const actions = statementsOf(plain, /TritonEndpointCleanup/).flatMap(({ Action }) => Action);
  expect(actions.sort()).toEqual([
    'lambda:InvokeFunction',
    'logs:CreateLogStream',
    'logs:PutLogEvents',
    'sagemaker:DescribeEndpoint',
  ]);
  const capturing = templateOf(() => ({ dataCapture: { samplingPercentage: 1 } }));
  expect(idOf(capturing)).toBe(idOf(templateOf(() => ({}))));
});

test('it stands between the endpoint and role, policy and security group', () => {
  const graph = referencesOf(inVpc.toJSON().Resources);
  expect(graph.get(idOf(inVpc, 'AWS::SageMaker::Endpoint'))).toContain(idOf(inVpc));
  const needed = [...(graph.get(idOf(inVpc)) ?? [])].join();
  for (const part of ['ExecutionRole', 'ExecutionPolicy', 'SecurityGroup', 'TritonEndpointCleanupPolicy'])
    expect(needed).toContain(part);
  expect(findCycle(graph)).toBeUndefined();
});

test.each<[string, (stack: Stack, vpc: Vpc) => Partial<TritonRealtimeEndpointProps>]>([
  ['subnets', (_, vpc) => ({ vpc, vpcSubnets: { subnetType: SubnetType.PUBLIC } })],
  ['permissions', (_, vpc) => ({ vpc, dataCapture: { samplingPercentage: 1 } })],
  ['groups', (stack, vpc) => ({ vpc, securityGroups: [new SecurityGroup(stack, 'Given', { vpc })] })],
])('other %s make another resource, and the one of before is deleted', (_, propsIn) => {
  expect(idOf(templateOf(propsIn))).not.toBe(idOf(inVpc));
});

test('of groups that are given only interfaces that the role made are waited for, where its id is known', () => {
  const securityGroups = (stack: Stack) => [SecurityGroup.fromSecurityGroupId(stack, 'Given', 'sg-1')];
  templateOf((stack, vpc) => ({ vpc, securityGroups: securityGroups(stack) })).hasResourceProperties(TYPE, {
    SecurityGroupIds: ['sg-1'],
    CreatorRoleId: { 'Fn::GetAtt': [Match.stringLikeRegexp('ExecutionRole'), 'RoleId'] },
  });
  const role = (stack: Stack) => Role.fromRoleArn(stack, 'Role', 'arn:aws:iam::111122223333:role/given');
  templateOf((stack, vpc) => ({ vpc, securityGroups: securityGroups(stack), role: role(stack) })).hasResourceProperties(
    TYPE,
    { SecurityGroupIds: [], CreatorRoleId: Match.absent() },
  );
});

test('the function may look, and only look', () => {
  const template = templateOf((stack, vpc) => ({
    vpc,
    instanceType: InstanceType.P3_2XLARGE,
    image: TritonImage.forRelease('25.04'),
    encryptionKey: new Key(stack, 'Key'),
  }));
  const actions = statementsOf(template, /TritonEndpointCleanup/).flatMap(({ Action }) => Action);
  expect(actions.sort()).toEqual([
    'ec2:DescribeNetworkInterfaces',
    'kms:ListGrants',
    'lambda:InvokeFunction',
    'logs:CreateLogStream',
    'logs:PutLogEvents',
    'sagemaker:DescribeEndpoint',
    'sagemaker:DescribeEndpointConfig',
    'sagemaker:DescribeModel',
  ]);
});
