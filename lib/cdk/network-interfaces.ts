import { Resource, Stack } from 'aws-cdk-lib';
import { IVpc, SelectedSubnets } from 'aws-cdk-lib/aws-ec2';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IDependable } from 'constructs';
import { isUnresolved } from '../findings/is-unresolved';

const CREATE = ['ec2:CreateNetworkInterface'];
const MANAGE = [
  'ec2:CreateNetworkInterfacePermission',
  'ec2:DeleteNetworkInterface',
  'ec2:DeleteNetworkInterfacePermission',
];
/** These actions do not support resource-level permissions. */
const DESCRIBE = [
  'ec2:DescribeDhcpOptions',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSecurityGroups',
  'ec2:DescribeSubnets',
  'ec2:DescribeVpcs',
];

/** The network of a job. */
export interface JobNetwork {
  readonly subnets: string[];
  readonly securityGroupIds: string[];
  /** Permissions for network interfaces. */
  readonly statements: PolicyStatement[];
  /** Resources that the job requires to access S3. */
  readonly dependencies: IDependable[];
}

/** The network in which interfaces are created. */
export interface InterfaceNetwork {
  readonly vpc: IVpc;
  readonly selectedSubnets: SelectedSubnets;
  readonly groupIds: string[];
}

/**
 * Permissions for the network interfaces that SageMaker creates for an endpoint or a training job (developer guide, "CreateModel API:
 * Execution Role Permissions", "Give SageMaker AI Hosted Endpoints Access to Resources in Your Amazon VPC").
 *
 * @param modify whether SageMaker changes attributes of the interfaces, as for Inference Recommender
 */
export function networkInterfacePermissions(
  stack: Stack,
  { vpc, selectedSubnets, groupIds }: InterfaceNetwork,
  { modify = false } = {},
): PolicyStatement[] {
  const arnOf = (resource: string, resourceName: string, account?: string): string =>
    stack.formatArn({ service: 'ec2', resource, resourceName, account });
  const owner = ownerOf(vpc, stack);
  const interfaces = arnOf('network-interface', '*');
  const groups = groupIds.map((id) => arnOf('security-group', id));
  // A list that is known only at deployment cannot be converted to ARNs.
  const areSubnetsKnown = !isUnresolved(selectedSubnets.subnetIds);
  const subnets = areSubnetsKnown
    ? selectedSubnets.subnetIds.map((id) => arnOf('subnet', id, owner))
    : [arnOf('subnet', '*', owner)];
  const vpcCondition = { ArnLike: { 'ec2:Vpc': arnOf('vpc', vpc.vpcId, owner) } };
  return [
    // IAM evaluates each resource of a request separately, and an interface that does not exist yet has no VPC.
    new PolicyStatement({ actions: CREATE, resources: [interfaces, ...groups, ...(areSubnetsKnown ? subnets : [])] }),
    ...(areSubnetsKnown
      ? []
      : [new PolicyStatement({ actions: CREATE, resources: subnets, conditions: vpcCondition })]),
    new PolicyStatement({
      actions: modify ? [...MANAGE, MODIFY] : MANAGE,
      resources: [interfaces],
      conditions: areSubnetsKnown ? { ArnLike: { 'ec2:Subnet': subnets } } : vpcCondition,
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
 * Account ID for the ARNs of a VPC and its subnets, which a different account can own and share. For an imported VPC, CDK knows the owner
 * only if a lookup found a different account. Otherwise the account ID is a wildcard, because the IDs of subnets and VPCs are unique.
 */
function ownerOf(vpc: IVpc, stack: Stack): string {
  const { account } = vpc.env;
  if (Resource.isOwnedResource(vpc)) return account;
  return isUnresolved(account) || account === stack.account ? '*' : account;
}
