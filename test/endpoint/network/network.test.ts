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
import { Construct } from 'constructs';
import { TritonRealtimeEndpoint } from '../../../lib';
import { checkNetwork } from '../../../lib/endpoint/network/check';
import { NetworkOptions } from '../../../lib/endpoint/options/network-options';
import { EndpointNetwork, buildNetwork } from '../../../lib/endpoint/network/build';
import { classifier } from '../fixtures';

const ISOLATED = { subnetType: SubnetType.PRIVATE_ISOLATED };

function stackWithVpc(props: VpcProps = {}): { stack: Stack; vpc: Vpc } {
  const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'us-east-1' } });
  return { stack, vpc: new Vpc(stack, 'Vpc', { availabilityZones: ['us-east-1a', 'us-east-1b'], ...props }) };
}

const vpcPropsWithoutNat: VpcProps = {
  subnetConfiguration: [{ name: 'Isolated', subnetType: SubnetType.PRIVATE_ISOLATED }],
};

/** Creates the network of an endpoint, and a model that uses the network. */
function createNetwork(stack: Stack, options: NetworkOptions): EndpointNetwork {
  const endpoint = new Construct(stack, 'Endpoint');
  const network = buildNetwork(endpoint, options);
  const model = new CfnModel(endpoint, 'Model', { vpcConfig: network.vpcConfig });
  if (network.dependencies) model.node.addDependency(...network.dependencies);
  return network;
}

function findingsOf(options: NetworkOptions): string[] {
  return checkNetwork(options).map(({ ruleId, field, message }) => `${ruleId} ${field}: ${message}`);
}

function createGroups(stack: Stack, vpc: Vpc, count: number): ISecurityGroup[] {
  return [...Array(count)].map((_, index) => new SecurityGroup(stack, `Group${index}`, { vpc }));
}

test('without a VPC, there are no resources and no permissions', () => {
  const stack = new Stack(new App(), 'Stack');
  expect(createNetwork(stack, {})).toEqual({ statements: [] });
  expect(findingsOf({ networkIsolation: true })).toEqual([]);
});

describe('for an endpoint in a VPC', () => {
  const { stack, vpc } = stackWithVpc();
  const { connections, statements } = createNetwork(stack, { vpc });
  connections?.allowFrom(SecurityGroup.fromSecurityGroupId(stack, 'Client', 'sg-client'), Port.tcp(443));
  const template = Template.fromStack(stack);

  test('the containers are in the private subnets, with a new security group', () => {
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

  test('the security group allows all outbound traffic, and inbound traffic from peers that are added with `connections`', () => {
    template.hasResourceProperties('AWS::EC2::SecurityGroup', {
      GroupDescription: 'Containers of a Triton endpoint',
      SecurityGroupEgress: [Match.objectLike({ CidrIp: '0.0.0.0/0', IpProtocol: '-1' })],
    });
    template.hasResourceProperties('AWS::EC2::SecurityGroupIngress', {
      SourceSecurityGroupId: 'sg-client',
      FromPort: 443,
    });
  });

  test('the model waits for the route to the internet', () => {
    template.hasResource('AWS::SageMaker::Model', {
      DependsOn: Match.arrayWith([Match.stringLikeRegexp('^VpcPrivateSubnet1DefaultRoute')]),
    });
  });

  test('the role may create network interfaces only in these subnets and with this group, and delete only interfaces in these subnets', () => {
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

test('the SageMaker endpoint depends on an S3 gateway endpoint in the same stack, even if the gateway endpoint is added later', () => {
  const { stack, vpc } = stackWithVpc(vpcPropsWithoutNat);
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), vpc });
  vpc.addGatewayEndpoint('Storage', { service: GatewayVpcEndpointAwsService.S3 });
  vpc.addGatewayEndpoint('Tables', { service: GatewayVpcEndpointAwsService.DYNAMODB });
  const [endpoint] = Object.values(Template.fromStack(stack).findResources('AWS::SageMaker::Endpoint'));
  expect(endpoint.DependsOn).toContainEqual(expect.stringMatching(/^VpcStorage/));
  expect(endpoint.DependsOn).not.toContainEqual(expect.stringMatching(/^VpcTables/));
});

test('a list of subnets that is known only at deploy time can be used', () => {
  const stack = new Stack(new App(), 'Stack');
  const vpc = Vpc.fromVpcAttributes(stack, 'Vpc', {
    vpcId: 'vpc-1',
    availabilityZones: Fn.getAzs(),
    privateSubnetIds: Fn.split(',', Fn.importValue('Subnets')),
  });
  const { statements } = createNetwork(stack, { vpc });
  expect(findingsOf({ vpc })).toEqual([]);
  // IAM evaluates each resource separately, and a network interface has no ec2:Vpc when it is created.
  expect(actionsLimitedToVpc(stack, statements)).toEqual([
    ['ec2:CreateNetworkInterface', 'subnet/*'],
    ['ec2:CreateNetworkInterfacePermission', 'network-interface/*'],
    ['ec2:DeleteNetworkInterface', 'network-interface/*'],
    ['ec2:DeleteNetworkInterfacePermission', 'network-interface/*'],
  ]);
  Template.fromStack(stack).hasResourceProperties('AWS::SageMaker::Model', {
    VpcConfig: { Subnets: { 'Fn::Split': [',', { 'Fn::ImportValue': 'Subnets' }] } },
  });
});

/** Returns each action whose statement has a condition on the VPC, with the resource of the statement. */
function actionsLimitedToVpc(stack: Stack, statements: PolicyStatement[]): string[][] {
  return statements
    .filter(({ conditions }) => JSON.stringify(conditions).includes('ec2:Vpc'))
    .flatMap(({ actions, resources }) =>
      actions.map((action) => [action, ...resources.map((arn) => String(stack.resolve(arn)['Fn::Join'][1].at(-1)))]),
    )
    .map(([action, resource]) => [action, resource.replace(/^.*:/, '')]);
}

describe('the account in the ARNs of subnets', () => {
  const [STACK_ACCOUNT, OWNER_ACCOUNT] = ['111122223333', '444455556666'];
  const env = { account: STACK_ACCOUNT, region: 'us-east-1' };

  /** Returns the accounts in the ARNs of the subnets and security groups that the role may use. */
  function accountsInPolicy(stack: Stack, vpc: IVpc): { subnets: string[]; groups: string[] } {
    const text = JSON.stringify(
      stack.resolve(new PolicyDocument({ statements: createNetwork(stack, { vpc }).statements })),
    );
    const accountsOf = (resource: string) => [
      ...new Set(
        [...text.matchAll(new RegExp(`:ec2:us-east-1:([^:]*):${resource}/`, 'g'))].map(([, account]) => account),
      ),
    ];
    return { subnets: accountsOf('subnet'), groups: accountsOf('security-group') };
  }

  function lookUpVpc(vpc: object): { stack: Stack; vpc: IVpc } {
    const key = `vpc-provider:account=${STACK_ACCOUNT}:filter.vpc-id=vpc-1:region=us-east-1:returnAsymmetricSubnets=true`;
    const subnet = (subnetId: string, zone: string) => ({ subnetId, availabilityZone: zone, routeTableId: 'rtb-1' });
    const subnets = [subnet('subnet-1', 'us-east-1a'), subnet('subnet-2', 'us-east-1b')];
    const subnetGroups = [{ name: 'Private', type: 'Private', subnets }];
    const stack = new Stack(new App({ context: { [key]: { vpcId: 'vpc-1', subnetGroups, ...vpc } } }), 'Stack', {
      env,
    });
    return { stack, vpc: Vpc.fromLookup(stack, 'Vpc', { vpcId: 'vpc-1' }) };
  }

  test("is the owner's account for a VPC from a lookup; security groups are in the stack's account", () => {
    const { stack, vpc } = lookUpVpc({ ownerAccountId: OWNER_ACCOUNT });
    expect(accountsInPolicy(stack, vpc)).toEqual({ subnets: [OWNER_ACCOUNT], groups: [STACK_ACCOUNT] });
  });

  test('is any account for other imported VPCs, whose owner is not known', () => {
    const { stack, vpc } = lookUpVpc({});
    expect(accountsInPolicy(stack, vpc)).toEqual({ subnets: ['*'], groups: [STACK_ACCOUNT] });
    const otherStack = new Stack(new App(), 'Stack', { env });
    const attributes = { availabilityZones: ['us-east-1a', 'us-east-1b'], privateSubnetIds: ['subnet-1', 'subnet-2'] };
    const imported = Vpc.fromVpcAttributes(otherStack, 'Vpc', { vpcId: 'vpc-1', ...attributes });
    expect(accountsInPolicy(otherStack, imported)).toEqual({ subnets: ['*'], groups: [STACK_ACCOUNT] });
  });
});

describe('the check of the network', () => {
  test('rejects options that require a VPC', () => {
    const { stack, vpc } = stackWithVpc();
    expect(findingsOf({ vpcSubnets: ISOLATED, securityGroups: createGroups(stack, vpc, 1) })).toEqual([
      'sm.vpc vpcSubnets: requires `vpc`',
      'sm.vpc securityGroups: requires `vpc`',
    ]);
  });

  test.each([0, 6])('rejects %s security groups', (count) => {
    const { stack, vpc } = stackWithVpc();
    expect(findingsOf({ vpc, securityGroups: createGroups(stack, vpc, count) })).toEqual([
      `sm.vpc securityGroups: got ${count} security groups; allowed: 1 to 5`,
    ]);
    expect(findingsOf({ vpc, securityGroups: createGroups(stackWithVpc().stack, vpc, 5) })).toEqual([]);
  });

  test('rejects 17 subnets, and an empty list of subnets', () => {
    const { vpc } = stackWithVpc();
    const [subnet] = vpc.privateSubnets;
    expect(findingsOf({ vpc, vpcSubnets: { subnets: Array(17).fill(subnet) } })).toEqual([
      'sm.vpc vpcSubnets: got 17 subnets; allowed: 1 to 16',
    ]);
    expect(findingsOf({ vpc, vpcSubnets: { subnets: [] } })).toEqual([
      'sm.vpc vpcSubnets: got 0 subnets; allowed: 1 to 16',
    ]);
  });

  test.each([
    ['without subnets', {}, undefined],
    ['without subnets of the selected type', { isolatedSubnetIds: ['subnet-1', 'subnet-2'] }, SubnetType.PUBLIC],
  ])('rejects an imported VPC %s, and names the fix', (_, subnetIds, subnetType) => {
    const { stack } = stackWithVpc();
    const availabilityZones = ['us-east-1a', 'us-east-1b'];
    const vpc = Vpc.fromVpcAttributes(stack, 'Imported', { vpcId: 'vpc-1', availabilityZones, ...subnetIds });
    expect(findingsOf({ vpc, vpcSubnets: subnetType && { subnetType } })).toEqual([
      expect.stringMatching(
        /^sm\.vpc vpcSubnets: got Stack\/Imported, .*no 'Public' subnet groups.*Vpc\.fromVpcAttributes, such as privateSubnetIds/,
      ),
    ]);
  });

  test('ignores imported subnets whose Availability Zones are not known', () => {
    const { stack, vpc } = stackWithVpc();
    const subnets = [Subnet.fromSubnetId(stack, 'Subnet', 'subnet-1')];
    expect(findingsOf({ vpc, vpcSubnets: { subnets } })).toEqual([]);
  });
});

describe('the route to S3', () => {
  const warning = Match.stringLikeRegexp('reach neither the internet nor S3.*sm.vpc-s3');

  test('is missing in isolated subnets and in public subnets', () => {
    const isolated = stackWithVpc(vpcPropsWithoutNat);
    createNetwork(isolated.stack, { vpc: isolated.vpc });
    Annotations.fromStack(isolated.stack).hasWarning('/Stack/Endpoint', warning);
    const publicSubnets = stackWithVpc();
    createNetwork(publicSubnets.stack, { vpc: publicSubnets.vpc, vpcSubnets: { subnetType: SubnetType.PUBLIC } });
    Annotations.fromStack(publicSubnets.stack).hasWarning('/Stack/Endpoint', warning);
  });

  test('is provided by a NAT gateway or a gateway endpoint, even if it is created after the model', () => {
    const nat = stackWithVpc();
    createNetwork(nat.stack, { vpc: nat.vpc });
    Annotations.fromStack(nat.stack).hasNoWarning('*', warning);
    const gateway = stackWithVpc(vpcPropsWithoutNat);
    createNetwork(gateway.stack, { vpc: gateway.vpc });
    new GatewayVpcEndpoint(gateway.stack, 'S3', { vpc: gateway.vpc, service: GatewayVpcEndpointAwsService.S3 });
    Annotations.fromStack(gateway.stack).hasNoWarning('*', warning);
  });

  test('is not provided by an endpoint of a different VPC or service', () => {
    const { stack, vpc } = stackWithVpc(vpcPropsWithoutNat);
    vpc.addInterfaceEndpoint('Logs', { service: InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS });
    new Vpc(stack, 'Other', { ipAddresses: IpAddresses.cidr('10.1.0.0/16') }).addGatewayEndpoint('S3', {
      service: GatewayVpcEndpointAwsService.S3,
    });
    createNetwork(stack, { vpc });
    Annotations.fromStack(stack).hasWarning('/Stack/Endpoint', warning);
  });

  test('is not checked for an imported VPC', () => {
    const { stack } = stackWithVpc();
    const vpc = Vpc.fromVpcAttributes(stack, 'Imported', {
      vpcId: 'vpc-1',
      availabilityZones: ['us-east-1a', 'us-east-1b'],
      isolatedSubnetIds: ['subnet-1', 'subnet-2'],
    });
    createNetwork(stack, { vpc });
    Annotations.fromStack(stack).hasNoWarning('*', warning);
  });
});
