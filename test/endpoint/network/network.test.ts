import { App, Fn, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import {
  GatewayVpcEndpoint,
  GatewayVpcEndpointAwsService,
  InterfaceVpcEndpointAwsService,
  IpAddresses,
  ISecurityGroup,
  IVpc,
  Port,
  SecurityGroup,
  Subnet,
  SubnetType,
  Vpc,
  VpcProps,
} from 'aws-cdk-lib/aws-ec2';
import { PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { AwsSolutionsChecks, HIPAASecurityChecks, NIST80053R5Checks, PCIDSS321Checks } from 'cdk-nag';
import { Construct } from 'constructs';
import { TritonRealtimeEndpoint } from '../../../lib';
import { checkNetwork } from '../../../lib/endpoint/network/check';
import { NetworkOptions } from '../../../lib/endpoint/network/options';
import { EndpointNetwork, buildNetwork } from '../../../lib/endpoint/network/build';
import { classifier } from '../fixtures';

const ISOLATED = { subnetType: SubnetType.PRIVATE_ISOLATED };

function stackWithVpc(props: VpcProps = {}): { stack: Stack; vpc: Vpc } {
  const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'us-east-1' } });
  return { stack, vpc: new Vpc(stack, 'Vpc', { availabilityZones: ['us-east-1a', 'us-east-1b'], ...props }) };
}

const withoutNat: VpcProps = { subnetConfiguration: [{ name: 'Isolated', subnetType: SubnetType.PRIVATE_ISOLATED }] };

/** A network with a model in it, as an endpoint has. */
function provide(stack: Stack, options: NetworkOptions): EndpointNetwork {
  const endpoint = new Construct(stack, 'Endpoint');
  const network = buildNetwork(endpoint, options);
  const model = new CfnModel(endpoint, 'Model', { vpcConfig: network.vpcConfig });
  if (network.ready) model.node.addDependency(...network.ready);
  return network;
}

function found(options: NetworkOptions): string[] {
  return checkNetwork(options).map(({ ruleId, field, message }) => `${ruleId} ${field}: ${message}`);
}

function groups(stack: Stack, vpc: Vpc, count: number): ISecurityGroup[] {
  return [...Array(count)].map((_, index) => new SecurityGroup(stack, `Group${index}`, { vpc }));
}

test('without a network there is nothing to make and to allow', () => {
  const stack = new Stack(new App(), 'Stack');
  expect(provide(stack, {})).toEqual({ statements: [] });
  expect(found({ networkIsolation: true })).toEqual([]);
});

describe('in a network', () => {
  const { stack, vpc } = stackWithVpc();
  const { connections, statements } = provide(stack, { vpc });
  connections?.allowFrom(SecurityGroup.fromSecurityGroupId(stack, 'Client', 'sg-client'), Port.tcp(443));
  const template = Template.fromStack(stack);

  test('the containers are in its private subnets, with a security group of their own', () => {
    template.hasResourceProperties('AWS::SageMaker::Model', {
      VpcConfig: {
        Subnets: [
          { Ref: Match.stringLikeRegexp('^VpcPrivateSubnet1') },
          { Ref: Match.stringLikeRegexp('^VpcPrivateSubnet2') },
        ],
        SecurityGroupIds: [{ 'Fn::GetAtt': [Match.stringLikeRegexp('^EndpointSecurityGroup'), 'GroupId'] }],
      },
    });
  });

  test('it lets everything out, and lets in what connections allow', () => {
    template.hasResourceProperties('AWS::EC2::SecurityGroup', {
      GroupDescription: 'Containers of a Triton endpoint',
      SecurityGroupEgress: [Match.objectLike({ CidrIp: '0.0.0.0/0', IpProtocol: '-1' })],
    });
    template.hasResourceProperties('AWS::EC2::SecurityGroupIngress', {
      SourceSecurityGroupId: 'sg-client',
      FromPort: 443,
    });
  });

  test('the model waits for the way to the internet', () => {
    template.hasResource('AWS::SageMaker::Model', {
      DependsOn: Match.arrayWith([Match.stringLikeRegexp('^VpcPrivateSubnet1DefaultRoute')]),
    });
  });

  test('the role may make interfaces in these subnets with this group, and remove only those', () => {
    const [create, remove, describe] = new PolicyDocument({ statements }).toJSON().Statement;
    const arn = (resource: string, id: object) => {
      return { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, `:ec2:us-east-1:111122223333:${resource}/`, id]] };
    };
    const subnets = vpc.privateSubnets.map(({ subnetId }) => arn('subnet', stack.resolve(subnetId)));
    const [group] = (connections?.securityGroups ?? []).map(({ securityGroupId }) => stack.resolve(securityGroupId));
    const interfaces = {
      'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':ec2:us-east-1:111122223333:network-interface/*']],
    };
    expect(stack.resolve([create, remove, describe])).toEqual([
      {
        Effect: 'Allow',
        Action: 'ec2:CreateNetworkInterface',
        Resource: [interfaces, arn('security-group', group), ...subnets],
      },
      {
        Effect: 'Allow',
        Action: [
          'ec2:CreateNetworkInterfacePermission',
          'ec2:DeleteNetworkInterface',
          'ec2:DeleteNetworkInterfacePermission',
        ],
        Resource: interfaces,
        Condition: { ArnLike: { 'ec2:Subnet': subnets } },
      },
      {
        Effect: 'Allow',
        Action: expect.arrayContaining(['ec2:DescribeSubnets', 'ec2:DescribeVpcEndpoints']),
        Resource: '*',
        Condition: { StringEquals: { 'ec2:Region': 'us-east-1' } },
      },
    ]);
  });
});

test('the endpoint waits for the gateway to S3 that its stack makes, also for one that comes later', () => {
  const { stack, vpc } = stackWithVpc(withoutNat);
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), vpc });
  vpc.addGatewayEndpoint('Storage', { service: GatewayVpcEndpointAwsService.S3 });
  vpc.addGatewayEndpoint('Tables', { service: GatewayVpcEndpointAwsService.DYNAMODB });
  const [endpoint] = Object.values(Template.fromStack(stack).findResources('AWS::SageMaker::Endpoint'));
  expect(endpoint.DependsOn).toContainEqual(expect.stringMatching(/^VpcStorage/));
  expect(endpoint.DependsOn).not.toContainEqual(expect.stringMatching(/^VpcTables/));
});

test('42: given security groups are used and none is made, so that a deleted stack does not wait for its interfaces', () => {
  const { stack, vpc } = stackWithVpc();
  const securityGroups = [SecurityGroup.fromSecurityGroupId(stack, 'Group', 'sg-1')];
  provide(stack, { vpc, securityGroups });
  const template = Template.fromStack(stack);
  template.resourceCountIs('AWS::EC2::SecurityGroup', 0);
  template.hasResourceProperties('AWS::SageMaker::Model', { VpcConfig: { SecurityGroupIds: ['sg-1'] } });
});

test('the security group can be closed, to be opened by connections', () => {
  const { stack, vpc } = stackWithVpc();
  provide(stack, { vpc, allowAllOutbound: false });
  Template.fromStack(stack).hasResourceProperties('AWS::EC2::SecurityGroup', {
    SecurityGroupEgress: [Match.objectLike({ CidrIp: '255.255.255.255/32' })],
  });
});

test('subnets of a list that is only known at deploy time can be used', () => {
  const stack = new Stack(new App(), 'Stack');
  const vpc = Vpc.fromVpcAttributes(stack, 'Vpc', {
    vpcId: 'vpc-1',
    availabilityZones: Fn.getAzs(),
    privateSubnetIds: Fn.split(',', Fn.importValue('Subnets')),
  });
  const { statements } = provide(stack, { vpc });
  expect(found({ vpc })).toEqual([]);
  // IAM judges each resource alone: an interface that is created has no ec2:Vpc.
  expect(actionsWithVpc(stack, statements)).toEqual([
    ['ec2:CreateNetworkInterface', 'subnet/*'],
    ['ec2:CreateNetworkInterfacePermission', 'network-interface/*'],
    ['ec2:DeleteNetworkInterface', 'network-interface/*'],
    ['ec2:DeleteNetworkInterfacePermission', 'network-interface/*'],
  ]);
  Template.fromStack(stack).hasResourceProperties('AWS::SageMaker::Model', {
    VpcConfig: { Subnets: { 'Fn::Split': [',', { 'Fn::ImportValue': 'Subnets' }] } },
  });
});

/** Each action with its resource for which a condition requires a VPC. */
function actionsWithVpc(stack: Stack, statements: PolicyStatement[]): string[][] {
  return statements
    .filter(({ conditions }) => JSON.stringify(conditions).includes('ec2:Vpc'))
    .flatMap(({ actions, resources }) =>
      actions.map((action) => [action, ...resources.map((arn) => String(stack.resolve(arn)['Fn::Join'][1].at(-1)))]),
    )
    .map(([action, resource]) => [action, resource.replace(/^.*:/, '')]);
}

describe('the account in the ARNs of subnets', () => {
  const [HERE, OWNER] = ['111122223333', '444455556666'];
  const env = { account: HERE, region: 'us-east-1' };

  /** The accounts of the subnets that the role may use, and of its security groups. */
  function accounts(stack: Stack, vpc: IVpc): { subnets: string[]; groups: string[] } {
    const text = JSON.stringify(stack.resolve(new PolicyDocument({ statements: provide(stack, { vpc }).statements })));
    const of = (resource: string) => [
      ...new Set(
        [...text.matchAll(new RegExp(`:ec2:us-east-1:([^:]*):${resource}/`, 'g'))].map(([, account]) => account),
      ),
    ];
    return { subnets: of('subnet'), groups: of('security-group') };
  }

  function lookedUp(vpc: object): { stack: Stack; vpc: IVpc } {
    const key = `vpc-provider:account=${HERE}:filter.vpc-id=vpc-1:region=us-east-1:returnAsymmetricSubnets=true`;
    const subnet = (subnetId: string, zone: string) => ({ subnetId, availabilityZone: zone, routeTableId: 'rtb-1' });
    const subnets = [subnet('subnet-1', 'us-east-1a'), subnet('subnet-2', 'us-east-1b')];
    const subnetGroups = [{ name: 'Private', type: 'Private', subnets }];
    const stack = new Stack(new App({ context: { [key]: { vpcId: 'vpc-1', subnetGroups, ...vpc } } }), 'Stack', {
      env,
    });
    return { stack, vpc: Vpc.fromLookup(stack, 'Vpc', { vpcId: 'vpc-1' }) };
  }

  test("is the stack's, of a VPC of the app", () => {
    const { stack, vpc } = stackWithVpc();
    expect(accounts(stack, vpc)).toEqual({ subnets: [HERE], groups: [HERE] });
  });

  test("is the owner's, of a VPC that a lookup found in another account; security groups stay in the stack's", () => {
    const { stack, vpc } = lookedUp({ ownerAccountId: OWNER });
    expect(accounts(stack, vpc)).toEqual({ subnets: [OWNER], groups: [HERE] });
  });

  test('is any, of other imported VPCs, whose owner CDK does not know', () => {
    const { stack, vpc } = lookedUp({});
    expect(accounts(stack, vpc)).toEqual({ subnets: ['*'], groups: [HERE] });
    const other = new Stack(new App(), 'Stack', { env });
    const attributes = { availabilityZones: ['us-east-1a', 'us-east-1b'], privateSubnetIds: ['subnet-1', 'subnet-2'] };
    const imported = Vpc.fromVpcAttributes(other, 'Vpc', { vpcId: 'vpc-1', ...attributes });
    expect(accounts(other, imported)).toEqual({ subnets: ['*'], groups: [HERE] });
  });
});

test('the models of an endpoint are in its network', () => {
  const { stack, vpc } = stackWithVpc();
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), vpc });
  Template.fromStack(stack).hasResourceProperties('AWS::SageMaker::Model', {
    VpcConfig: {
      Subnets: [
        { Ref: Match.stringLikeRegexp('^VpcPrivateSubnet1') },
        { Ref: Match.stringLikeRegexp('^VpcPrivateSubnet2') },
      ],
    },
  });
});

describe('what SageMaker would refuse', () => {
  test('nothing of two private subnets', () => {
    expect(found({ vpc: stackWithVpc().vpc })).toEqual([]);
  });

  test('what needs a network, without one', () => {
    const { stack, vpc } = stackWithVpc();
    expect(found({ vpcSubnets: ISOLATED, securityGroups: groups(stack, vpc, 1), allowAllOutbound: false })).toEqual([
      'sm.vpc vpcSubnets: requires `vpc`',
      'sm.vpc securityGroups: requires `vpc`',
      'sm.vpc allowAllOutbound: requires `vpc`',
    ]);
  });

  test.each([0, 6])('%s security groups', (count) => {
    const { stack, vpc } = stackWithVpc();
    expect(found({ vpc, securityGroups: groups(stack, vpc, count) })).toEqual([
      `sm.vpc securityGroups: got ${count} security groups; allowed: 1 to 5`,
    ]);
    expect(found({ vpc, securityGroups: groups(stackWithVpc().stack, vpc, 5) })).toEqual([]);
  });

  test('rules for a security group that was given', () => {
    const { stack, vpc } = stackWithVpc();
    expect(found({ vpc, securityGroups: groups(stack, vpc, 1), allowAllOutbound: true })).toEqual([
      'sm.vpc allowAllOutbound: got a value together with securityGroups; allowed: rules in those security groups',
    ]);
  });

  test('seventeen subnets, and none', () => {
    const { vpc } = stackWithVpc();
    const [subnet] = vpc.privateSubnets;
    expect(found({ vpc, vpcSubnets: { subnets: Array(17).fill(subnet) } })).toEqual([
      'sm.vpc vpcSubnets: got 17 subnets; allowed: 1 to 16',
    ]);
    expect(found({ vpc, vpcSubnets: { subnets: [] } })).toEqual(['sm.vpc vpcSubnets: got 0 subnets; allowed: 1 to 16']);
  });

  test('43: subnets of one zone are advised against', () => {
    const { vpc } = stackWithVpc();
    const [finding] = found({ vpc, vpcSubnets: { availabilityZones: ['us-east-1a'] } });
    expect(finding).toContain('sm.vpc-zones vpcSubnets: got subnets of one Availability Zone');
  });

  test('zones of imported subnets are not known', () => {
    const { stack, vpc } = stackWithVpc();
    const subnets = [Subnet.fromSubnetId(stack, 'Subnet', 'subnet-1')];
    expect(found({ vpc, vpcSubnets: { subnets } })).toEqual([]);
  });
});

describe('43: the way to S3', () => {
  const warning = Match.stringLikeRegexp('reach neither the internet nor S3.*sm.vpc-s3');

  test('is missing from isolated and from public subnets', () => {
    const isolated = stackWithVpc(withoutNat);
    provide(isolated.stack, { vpc: isolated.vpc });
    Annotations.fromStack(isolated.stack).hasWarning('/Stack/Endpoint', warning);
    const open = stackWithVpc();
    provide(open.stack, { vpc: open.vpc, vpcSubnets: { subnetType: SubnetType.PUBLIC } });
    Annotations.fromStack(open.stack).hasWarning('/Stack/Endpoint', warning);
  });

  test('leads through NAT, or a gateway endpoint wherever it is made, even after the model', () => {
    const nat = stackWithVpc();
    provide(nat.stack, { vpc: nat.vpc });
    Annotations.fromStack(nat.stack).hasNoWarning('*', warning);
    const gateway = stackWithVpc(withoutNat);
    provide(gateway.stack, { vpc: gateway.vpc });
    new GatewayVpcEndpoint(gateway.stack, 'S3', { vpc: gateway.vpc, service: GatewayVpcEndpointAwsService.S3 });
    Annotations.fromStack(gateway.stack).hasNoWarning('*', warning);
  });

  test('is not that of another network or service', () => {
    const { stack, vpc } = stackWithVpc(withoutNat);
    vpc.addInterfaceEndpoint('Logs', { service: InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS });
    new Vpc(stack, 'Other', { ipAddresses: IpAddresses.cidr('10.1.0.0/16') }).addGatewayEndpoint('S3', {
      service: GatewayVpcEndpointAwsService.S3,
    });
    provide(stack, { vpc });
    Annotations.fromStack(stack).hasWarning('/Stack/Endpoint', warning);
  });

  test('of an imported network is not known', () => {
    const { stack } = stackWithVpc();
    const vpc = Vpc.fromVpcAttributes(stack, 'Imported', {
      vpcId: 'vpc-1',
      availabilityZones: ['us-east-1a', 'us-east-1b'],
      isolatedSubnetIds: ['subnet-1', 'subnet-2'],
    });
    provide(stack, { vpc });
    Annotations.fromStack(stack).hasNoWarning('*', warning);
  });
});

const PACKS = [AwsSolutionsChecks, NIST80053R5Checks, HIPAASecurityChecks, PCIDSS321Checks];

test.each(PACKS.map((Pack) => ({ name: Pack.name, Pack })))('$name finds nothing in the security group', ({ Pack }) => {
  const { stack, vpc } = stackWithVpc();
  provide(stack, { vpc });
  const { violations } = new Pack().validateScope(stack);
  expect(violations.filter((violation) => JSON.stringify(violation).includes('Endpoint/SecurityGroup'))).toEqual([]);
});
