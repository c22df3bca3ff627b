import { Stack, Token } from 'aws-cdk-lib';
import { Connections, IVpc, SecurityGroup, SelectedSubnets } from 'aws-cdk-lib/aws-ec2';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct, IDependable } from 'constructs';
import { NetworkOptions } from './network-options';
import { warnWithoutStorageRoute } from './storage-route';

/** Where the containers are, and what the endpoint's role needs for it. */
export interface EndpointNetwork {
  readonly vpcConfig?: CfnModel.VpcConfigProperty;
  /** None without a VPC. */
  readonly connections?: Connections;
  readonly statements: PolicyStatement[];
  /** What has to be there before the model can be downloaded through the network. */
  readonly ready?: IDependable[];
}

/** Makes the security group, unless some are given. */
export function provideNetwork(scope: Construct, options: NetworkOptions): EndpointNetwork {
  const { vpc } = options;
  if (!vpc) return { statements: [] };
  const selected = vpc.selectSubnets(options.vpcSubnets);
  warnWithoutStorageRoute(scope, vpc, selected);
  const securityGroups = options.securityGroups ?? [createSecurityGroup(scope, vpc, options.allowAllOutbound)];
  const securityGroupIds = securityGroups.map(({ securityGroupId }) => securityGroupId);
  return {
    vpcConfig: { subnets: selected.subnetIds, securityGroupIds },
    connections: new Connections({ securityGroups }),
    statements: manageInterfaces(Stack.of(scope), vpc, selected, securityGroupIds),
    ready: [selected.internetConnectivityEstablished],
  };
}

function createSecurityGroup(scope: Construct, vpc: IVpc, allowAllOutbound?: boolean): SecurityGroup {
  return new SecurityGroup(scope, 'SecurityGroup', {
    vpc,
    allowAllOutbound,
    description: 'Containers of a Triton endpoint',
  });
}

/** What SageMaker does with network interfaces on the role's behalf (developer guide, "execution roles", CreateModel with a VPC). */
function manageInterfaces(stack: Stack, vpc: IVpc, selected: SelectedSubnets, groupIds: string[]): PolicyStatement[] {
  const arnOf = (resource: string, resourceName: string, account?: string): string =>
    stack.formatArn({ service: 'ec2', resource, resourceName, account });
  const interfaces = arnOf('network-interface', '*');
  // A list that is only known at deploy time cannot be turned into ARNs.
  const known = !Token.isUnresolved(selected.subnetIds);
  // Subnets that another account shares are that account's.
  const subnets = known
    ? selected.subnets.map(({ subnetId, env }) => arnOf('subnet', subnetId, env.account))
    : [arnOf('subnet', '*')];
  return [
    new PolicyStatement({
      actions: ['ec2:CreateNetworkInterface'],
      resources: [interfaces, ...subnets, ...groupIds.map((id) => arnOf('security-group', id))],
      conditions: known ? undefined : { ArnEquals: { 'ec2:Vpc': vpc.vpcArn } },
    }),
    new PolicyStatement({
      actions: ['ec2:CreateNetworkInterfacePermission', 'ec2:DeleteNetworkInterface'],
      resources: [interfaces],
      conditions: { ArnEquals: known ? { 'ec2:Subnet': subnets } : { 'ec2:Vpc': vpc.vpcArn } },
    }),
    // These actions support no resources.
    new PolicyStatement({
      actions: [
        'ec2:DeleteNetworkInterfacePermission',
        'ec2:DescribeDhcpOptions',
        'ec2:DescribeNetworkInterfaces',
        'ec2:DescribeSecurityGroups',
        'ec2:DescribeSubnets',
        'ec2:DescribeVpcs',
      ],
      resources: ['*'],
      conditions: { StringEquals: { 'ec2:Region': stack.region } },
    }),
  ];
}
