import { Stack, Token } from 'aws-cdk-lib';
import { error, Finding, warning } from '../../findings/finding';
import { InstanceType } from '../../platform';
import { INSTANCE_POOL_REGIONS } from '../../platform/instance-pool-regions';

const MAX_POOLS = 5;

/** Pools are given in order: their priorities, 1 to 5, are their places. */
export function checkPools(pools: InstanceType[]): Finding[] {
  const refuse = (message: string): Finding => error('sm.instance-pools', 'instancePools', message);
  const names = pools.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  return [
    ...(pools.length <= MAX_POOLS ? [] : [refuse(`got ${pools.length} instance types; allowed: 1 to ${MAX_POOLS}`)]),
    ...(repeated === undefined ? [] : [refuse(`got ${repeated} twice; allowed: each instance type once`)]),
  ];
}

/** Pools in a region that AWS does not list. The list may grow before this library knows it. */
export function checkPoolRegion({ region }: Stack, pools: InstanceType[]): Finding[] {
  if (pools.length < 2 || Token.isUnresolved(region) || INSTANCE_POOL_REGIONS.includes(region)) return [];
  const message =
    `got ${pools.length} instance types in ${region}, where AWS does not list instance pools; listed: ` +
    `${INSTANCE_POOL_REGIONS.join(', ')}; if SageMaker rejects the pools, use one instanceType`;
  return [warning('sm.instance-pools-region', 'instancePools', message)];
}
