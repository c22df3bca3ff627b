import { Stack, Token } from 'aws-cdk-lib';
import { IVpc, SelectedSubnets } from 'aws-cdk-lib/aws-ec2';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** What SageMaker does with network interfaces on the role's behalf (developer guide, "execution roles", CreateModel with a VPC). */
export function manageNetworkInterfaces(
  stack: Stack,
  vpc: IVpc,
  selected: SelectedSubnets,
  groupIds: string[],
): PolicyStatement[] {
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
