import { Token } from 'aws-cdk-lib';
import { SelectedSubnets } from 'aws-cdk-lib/aws-ec2';
import { Finding } from '../../model-config';
import { error, warning } from '../finding';
import { NetworkOptions } from './network-options';

const MAX_SECURITY_GROUPS = 5;
const MAX_SUBNETS = 16;

/** What SageMaker would refuse of an endpoint's network, or would ignore (API model of SageMaker in botocore 1.44.5). */
export function networkFindings(options: NetworkOptions): Finding[] {
  const { vpc, vpcSubnets } = options;
  if (!vpc) return withoutVpc(options);
  return [...securityGroupFindings(options), ...subnetFindings(vpc.selectSubnets(vpcSubnets))];
}

function withoutVpc(options: NetworkOptions): Finding[] {
  return (['vpcSubnets', 'securityGroups', 'allowAllOutbound'] as const)
    .filter((property) => options[property] !== undefined)
    .map((property) => error('sm.vpc', property, 'got it without vpc; allowed: only with vpc'));
}

function securityGroupFindings({ securityGroups, allowAllOutbound }: NetworkOptions): Finding[] {
  if (securityGroups === undefined) return [];
  const count = securityGroups.length;
  return [
    ...(count >= 1 && count <= MAX_SECURITY_GROUPS
      ? []
      : [error('sm.vpc', 'securityGroups', `got ${count} security groups; allowed: 1 to ${MAX_SECURITY_GROUPS}`)]),
    ...(allowAllOutbound === undefined
      ? []
      : [error('sm.vpc', 'allowAllOutbound', 'got it beside securityGroups; allowed: rules of those groups')]),
  ];
}

function subnetFindings({ subnets, subnetIds, availabilityZones, isPendingLookup }: SelectedSubnets): Finding[] {
  if (isPendingLookup || Token.isUnresolved(subnetIds)) return [];
  const count = subnets.length;
  if (count < 1 || count > MAX_SUBNETS) {
    return [error('sm.vpc', 'vpcSubnets', `got ${count} subnets; allowed: 1 to ${MAX_SUBNETS}`)];
  }
  // Zones that are only known at deploy time are different tokens where the subnets are different.
  if (new Set(availabilityZones).size >= 2) return [];
  const message = `got subnets in one availability zone; SageMaker asks for at least two, even with one instance, so that an outage of one leaves the endpoint`;
  return [warning('sm.vpc-zones', 'vpcSubnets', message)];
}
