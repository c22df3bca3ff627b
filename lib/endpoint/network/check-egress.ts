import { Aspects, Stack } from 'aws-cdk-lib';
import { CfnSecurityGroup, CfnSecurityGroupEgress, ISecurityGroup, SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import { warning } from '../../findings/finding';
import { reportFindings } from '../../findings/report';

/** What CDK gives a security group that lets nothing out: without a rule, EC2 would let everything out. */
const NOWHERE = '255.255.255.255/32';

/**
 * Warns of security groups that let nothing out, so that the model cannot be downloaded. Only when the app is complete, all rules are
 * there. Rules of imported groups are not known.
 */
export function warnWithoutEgress(scope: Construct, field: string, groups: ISecurityGroup[]): void {
  const known = groups.filter((group): group is SecurityGroup => group instanceof SecurityGroup);
  if (known.length < groups.length || known.some(({ allowAllOutbound }) => allowAllOutbound)) return;
  const visit = (): void => {
    if (known.some(letsOut)) return;
    const message =
      `got ${known.map(({ node }) => node.path).join(', ')} without a rule for outbound traffic, so the model may not be downloaded from S3; ` +
      'allowed: at least HTTPS to S3, such as endpoint.connections.allowToAnyIpv4(Port.HTTPS), or ' +
      "endpoint.connections.allowTo(Peer.prefixList('pl-…'), Port.HTTPS) with the prefix list of a gateway endpoint";
    reportFindings(scope, [warning('sm.vpc-egress', field, message)]);
  };
  Aspects.of(scope).add({ visit: (node) => (node === scope ? visit() : undefined) });
}

function letsOut(group: SecurityGroup): boolean {
  const { securityGroupEgress: inline } = group.node.defaultChild as CfnSecurityGroup;
  const rules = (Stack.of(group).resolve(inline) ?? []) as CfnSecurityGroup.EgressProperty[];
  // Rules for other groups are resources, which may be in the stack of the other group.
  const resources = group.node.root.node
    .findAll()
    .filter((each): each is CfnSecurityGroupEgress => each instanceof CfnSecurityGroupEgress)
    .filter(({ groupId }) => groupId === group.securityGroupId);
  return [...rules, ...resources].some(({ cidrIp }) => cidrIp !== NOWHERE);
}
