import { SelectedSubnets } from 'aws-cdk-lib/aws-ec2';
import { checkSelection } from '../../cdk/check-subnets';
import { Finding, error, warning } from '../../findings/finding';
import { NetworkOptions } from '../options/network-options';
import { isUnresolved } from '../../findings/is-unresolved';

const MAX_SECURITY_GROUPS = 5;
const MAX_SUBNETS = 16;

/** Checks the network of an endpoint (API model of SageMaker in botocore 1.44.5). */
export function checkNetwork(options: NetworkOptions): Finding[] {
  const { vpc, vpcSubnets } = options;
  if (!vpc) return checkWithoutVpc(options);
  const problems = checkSelection('sm.vpc', vpc, vpcSubnets);
  return [
    ...checkSecurityGroups(options),
    ...(problems.length > 0 ? problems : checkSubnets(vpc.selectSubnets(vpcSubnets))),
  ];
}

function checkWithoutVpc(options: NetworkOptions): Finding[] {
  return (['vpcSubnets', 'securityGroups'] as const)
    .filter((property) => options[property] !== undefined)
    .map((property) => error('sm.vpc', property, 'requires `vpc`'));
}

function checkSecurityGroups({ securityGroups }: NetworkOptions): Finding[] {
  const count = securityGroups?.length;
  if (count === undefined || (count >= 1 && count <= MAX_SECURITY_GROUPS)) return [];
  return [error('sm.vpc', 'securityGroups', `got ${count} security groups; allowed: 1 to ${MAX_SECURITY_GROUPS}`)];
}

function checkSubnets(selected: SelectedSubnets): Finding[] {
  if (selected.isPendingLookup || isUnresolved(selected.subnetIds)) return [];
  const count = selected.subnets.length;
  if (count < 1 || count > MAX_SUBNETS) {
    return [error('sm.vpc', 'vpcSubnets', `got ${count} subnets; allowed: 1 to ${MAX_SUBNETS}`)];
  }
  // For zones that are known only at deployment, different subnets have different tokens.
  if (new Set(zonesOf(selected)).size !== 1) return [];
  const message =
    'got subnets of one Availability Zone; the SageMaker developer guide requires at least two, even for one instance, and an outage of the zone would stop the endpoint';
  return [warning('sm.vpc-zones', 'vpcSubnets', message)];
}

/** Availability Zones of the subnets. Empty if a subnet was imported without its zone, for which CDK throws an error. */
function zonesOf(selected: SelectedSubnets): string[] {
  try {
    return selected.availabilityZones;
  } catch {
    return [];
  }
}
