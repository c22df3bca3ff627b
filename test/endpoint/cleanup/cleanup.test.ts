import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Role } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { InstanceType, TritonImage, TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../../lib';
import { classifier, stackWith, statementsOf } from '../fixtures';
import { findCycle, referencesOf } from '../template-graph';
import { templateOf } from '../../template-of';

/** The custom resource whose deletion (the cleanup) waits until SageMaker no longer uses the role and security groups of the endpoint. */
const CLEANUP = 'Custom::TritonEndpointCleanup';

function cleanupTemplate(createProps: (stack: Stack, vpc: Vpc) => Partial<TritonRealtimeEndpointProps>): Template {
  const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'us-east-1' } });
  const vpc = new Vpc(stack, 'Vpc', { availabilityZones: ['us-east-1a', 'us-east-1b'] });
  const props = { model: classifier(), ...createProps(stack, vpc) };
  return templateOf(() => new TritonRealtimeEndpoint(stack, 'Classifier', props), stack);
}

const templateInVpc = cleanupTemplate((_, vpc) => ({ vpc }));
const idOf = (template: Template, type = CLEANUP): string => Object.keys(template.findResources(type))[0];

test('without a network and a key, there is no cleanup', () => {
  const template = Template.fromStack(stackWith());
  template.resourceCountIs(CLEANUP, 0);
  expect(Object.keys(template.findResources('AWS::Lambda::Function')).join()).not.toContain('Cleanup');
});

test('the log group is deleted after the permission to write to it', () => {
  for (const template of [Template.fromStack(stackWith()), templateInVpc]) {
    const graph = referencesOf(template.toJSON().Resources);
    const find = (pattern: RegExp): string => [...graph.keys()].find((id) => pattern.test(id)) ?? '';
    expect(graph.get(idOf(template, 'AWS::SageMaker::Endpoint'))).toContain(find(/ExecutionPolicy/));
    expect(graph.get(find(/ExecutionPolicy/))).toContain(find(/^ClassifierLogs[0-9A-F]{8}$/));
  }
});

test('the cleanup is deleted after the endpoint, and before its role, policy and security group', () => {
  const graph = referencesOf(templateInVpc.toJSON().Resources);
  expect(graph.get(idOf(templateInVpc, 'AWS::SageMaker::Endpoint'))).toContain(idOf(templateInVpc));
  const dependencies = [...(graph.get(idOf(templateInVpc)) ?? [])].join();
  for (const idPart of ['ExecutionRole', 'ExecutionPolicy', 'SecurityGroup', 'TritonEndpointCleanupPolicy'])
    expect(dependencies).toContain(idPart);
  expect(findCycle(graph)).toBeUndefined();
});

test.each<[string, (stack: Stack, vpc: Vpc) => Partial<TritonRealtimeEndpointProps>]>([
  ['subnets', (_, vpc) => ({ vpc, vpcSubnets: { subnetType: SubnetType.PUBLIC } })],
  ['permissions', (_, vpc) => ({ vpc, dataCapture: { samplingPercentage: 1 } })],
  ['security groups', (stack, vpc) => ({ vpc, securityGroups: [new SecurityGroup(stack, 'Given', { vpc })] })],
])('a change of %s replaces the cleanup', (_, createProps) => {
  expect(idOf(cleanupTemplate(createProps))).not.toBe(idOf(templateInVpc));
});

test('for existing security groups, the cleanup receives the groups and the ID of the role; if the ID is not known, there is no cleanup', () => {
  const securityGroups = (stack: Stack) => [SecurityGroup.fromSecurityGroupId(stack, 'Given', 'sg-1')];
  cleanupTemplate((stack, vpc) => ({ vpc, securityGroups: securityGroups(stack) })).hasResourceProperties(CLEANUP, {
    SecurityGroupIds: ['sg-1'],
    CreatorRoleId: { 'Fn::GetAtt': [Match.stringLikeRegexp('ExecutionRole'), 'RoleId'] },
  });
  const role = (stack: Stack) => Role.fromRoleArn(stack, 'Role', 'arn:aws:iam::111122223333:role/given');
  cleanupTemplate((stack, vpc) => ({ vpc, securityGroups: securityGroups(stack), role: role(stack) })).resourceCountIs(
    CLEANUP,
    0,
  );
});

test('the cleanup function has only read permissions on the resources of the endpoint', () => {
  const template = cleanupTemplate((stack, vpc) => ({
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
