import { Resource, Stack, Token } from 'aws-cdk-lib';
import { IVpc, SelectedSubnets } from 'aws-cdk-lib/aws-ec2';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';

const CREATE = ['ec2:CreateNetworkInterface'];
const MANAGE = [
  'ec2:CreateNetworkInterfacePermission',
  'ec2:DeleteNetworkInterface',
  'ec2:DeleteNetworkInterfacePermission',
];
/** These actions support no resources. */
const DESCRIBE = [
  'ec2:DescribeDhcpOptions',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSecurityGroups',
  'ec2:DescribeSubnets',
  'ec2:DescribeVpcs',
];

/** Where network interfaces are created. */
export interface InterfaceNetwork {
  readonly vpc: IVpc;
  readonly selected: SelectedSubnets;
  readonly groupIds: string[];
}

/**
 * What SageMaker does with the network interfaces of an endpoint or a training job on the role's behalf (developer guide, "CreateModel API:
 * Execution Role Permissions", "Give SageMaker AI Hosted Endpoints Access to Resources in Your Amazon VPC").
 *
 * @param modify whether SageMaker changes attributes of the interfaces, which it does for Inference Recommender
 */
export function manageNetworkInterfaces(
  stack: Stack,
  { vpc, selected, groupIds }: InterfaceNetwork,
  { modify = false } = {},
): PolicyStatement[] {
  const arnOf = (resource: string, resourceName: string, account?: string): string =>
    stack.formatArn({ service: 'ec2', resource, resourceName, account });
  const owner = ownerOf(vpc, stack);
  const interfaces = arnOf('network-interface', '*');
  const groups = groupIds.map((id) => arnOf('security-group', id));
  // A list that is only known at deploy time cannot be turned into ARNs.
  const known = !Token.isUnresolved(selected.subnetIds);
  const subnets = known ? selected.subnetIds.map((id) => arnOf('subnet', id, owner)) : [arnOf('subnet', '*', owner)];
  const inVpc = { ArnLike: { 'ec2:Vpc': arnOf('vpc', vpc.vpcId, owner) } };
  return [
    // IAM judges each resource of a request alone, and an interface that does not exist yet is in no VPC.
    new PolicyStatement({ actions: CREATE, resources: [interfaces, ...groups, ...(known ? subnets : [])] }),
    ...(known ? [] : [new PolicyStatement({ actions: CREATE, resources: subnets, conditions: inVpc })]),
    new PolicyStatement({
      actions: modify ? [...MANAGE, MODIFY] : MANAGE,
      resources: [interfaces],
      conditions: known ? { ArnLike: { 'ec2:Subnet': subnets } } : inVpc,
    }),
    ...(modify ? [new PolicyStatement({ actions: [MODIFY], resources: groups })] : []),
    new PolicyStatement({
      actions: [...DESCRIBE, 'ec2:DescribeVpcEndpoints'],
      resources: ['*'],
      conditions: { StringEquals: { 'ec2:Region': stack.region } },
    }),
  ];
}

const MODIFY = 'ec2:ModifyNetworkInterfaceAttribute';

/**
 * The same for a processing job, which SageMaker does not create if the role limits any of it: "Don't scope in the policy with any conditions
 * or resource filters" (developer guide, "CreateProcessingJob API: Execution Role Permissions").
 */
export function manageAnyNetworkInterface(): PolicyStatement {
  return new PolicyStatement({ actions: [...CREATE, ...MANAGE, ...DESCRIBE], resources: ['*'] });
}

/**
 * The account in the ARNs of a VPC and of its subnets, which other accounts may share. Of an imported VPC, CDK knows it only if a lookup
 * found a different account; else it is any account, since the IDs of subnets and VPCs are unique.
 */
function ownerOf(vpc: IVpc, stack: Stack): string {
  const { account } = vpc.env;
  if (Resource.isOwnedResource(vpc)) return account;
  return Token.isUnresolved(account) || account === stack.account ? '*' : account;
}
