import { Stack } from 'aws-cdk-lib';
import {
  CfnSecurityGroup,
  CfnSecurityGroupEgress,
  CfnVPCEndpoint,
  ISecurityGroup,
  IVpc,
  SecurityGroup,
  SelectedSubnets,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Construct, Dependable, IDependable } from 'constructs';
import { whenAspectsRun } from '../../cdk/at-synthesis';
import { warning } from '../../findings/finding';
import { reportFindings } from '../../findings/report';

/** The rule with which CDK blocks outbound traffic. Without a rule, EC2 would allow all outbound traffic. */
const BLOCKED_CIDR = '255.255.255.255/32';

/**
 * Warns about security groups that block outbound traffic, because the model could not be downloaded. An aspect checks the groups when all
 * rules of the app exist. The rules of imported groups are not known.
 */
export function warnWithoutEgress(scope: Construct, groups: ISecurityGroup[]): void {
  const createdGroups = groups.filter((group): group is SecurityGroup => group instanceof SecurityGroup);
  if (createdGroups.length < groups.length || createdGroups.some(({ allowAllOutbound }) => allowAllOutbound)) return;
  whenAspectsRun(scope, () => {
    if (createdGroups.some(allowsOutbound)) return;
    const message =
      `got ${createdGroups.map(({ node }) => node.path).join(', ')} without a rule for outbound traffic, so the model may not be downloaded from S3; ` +
      'allowed: at least HTTPS to S3, such as endpoint.connections.allowToAnyIpv4(Port.HTTPS), or ' +
      "endpoint.connections.allowTo(Peer.prefixList('pl-…'), Port.HTTPS) with the prefix list of a gateway endpoint";
    reportFindings(scope, [warning('sm.vpc-egress', 'securityGroups', message)]);
  });
}

function allowsOutbound(group: SecurityGroup): boolean {
  const { securityGroupEgress: inlineRules } = group.node.defaultChild as CfnSecurityGroup;
  const rules = (Stack.of(group).resolve(inlineRules) ?? []) as CfnSecurityGroup.EgressProperty[];
  // A rule that refers to a different group is a separate resource, which can be in the stack of that group.
  const resources = group.node.root.node
    .findAll()
    .filter((construct): construct is CfnSecurityGroupEgress => construct instanceof CfnSecurityGroupEgress)
    .filter(({ groupId }) => groupId === group.securityGroupId);
  return [...rules, ...resources].some(({ cidrIp }) => cidrIp !== BLOCKED_CIDR);
}

/** Whether a VPC has a VPC endpoint for S3. The library searches each VPC only once. */
const hasStorageEndpointByVpc = new WeakMap<IVpc, boolean>();

/** Warns if containers have no route to S3. Only VPCs of this app are checked. */
export function warnWithoutStorageRoute(scope: Construct, vpc: IVpc, { subnets }: SelectedSubnets): void {
  if (!(vpc instanceof Vpc)) return;
  const privateSubnetPaths = new Set(vpc.privateSubnets.map(({ node }) => node.path));
  const pathsWithoutNat = subnets.map(({ node }) => node.path).filter((path) => !privateSubnetPaths.has(path));
  if (pathsWithoutNat.length === 0) return;
  // The VPC endpoints of the app exist only at synthesis.
  whenAspectsRun(scope, () => {
    if (reachesStorage(vpc)) return;
    const message =
      `got ${pathsWithoutNat.join(', ')}, whose interfaces reach neither the internet nor S3, so the model may not be ` +
      `downloaded; allowed: private subnets with egress, or a gateway endpoint, vpc.addGatewayEndpoint('S3', { service: GatewayVpcEndpointAwsService.S3 })`;
    reportFindings(scope, [warning('sm.vpc-s3', 'vpcSubnets', message)]);
  });
}

function reachesStorage(vpc: Vpc): boolean {
  const cached = hasStorageEndpointByVpc.get(vpc);
  if (cached !== undefined) return cached;
  const hasStorageEndpoint = storageEndpoints(vpc).length > 0;
  hasStorageEndpointByVpc.set(vpc, hasStorageEndpoint);
  return hasStorageEndpoint;
}

/** The VPC endpoints for S3 that the stack of a VPC creates. */
function storageEndpoints(vpc: Vpc): CfnVPCEndpoint[] {
  const stack = Stack.of(vpc);
  const textOf = (value: unknown): string => JSON.stringify(stack.resolve(value));
  return stack.node
    .findAll()
    .filter((construct): construct is CfnVPCEndpoint => construct instanceof CfnVPCEndpoint)
    .filter(({ vpcId, serviceName }) => textOf(vpcId) === textOf(vpc.vpcId) && /\.s3"/.test(textOf(serviceName)));
}

/**
 * A dependency on the VPC endpoints for S3 that the same stack creates. Models can be downloaded only after these VPC endpoints exist. CDK
 * reads the dependency at synthesis, when all VPC endpoints of the app exist.
 */
export function storageRouteDependency(scope: Construct, vpc: IVpc): IDependable {
  const route = {};
  Dependable.implement(route, {
    get dependencyRoots() {
      return vpc instanceof Vpc && Stack.of(vpc) === Stack.of(scope) ? storageEndpoints(vpc) : [];
    },
  });
  return route;
}
