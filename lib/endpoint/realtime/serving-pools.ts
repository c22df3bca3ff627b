import { TritonModel } from '../../model';
import { Finding, error } from '../../findings/finding';
import { InstanceType } from '../../platform';
import { InstancePool } from '../variant-options';
import { InheritedOptions } from './variant-inheritance';

/** An instance type with the model that it serves. */
export interface ServingPool {
  readonly instanceType: InstanceType;
  readonly model: TritonModel;
}

/** The instance types of a variant, in the order of preference. */
export function poolsOf({ instanceType, instancePools, sizing }: InheritedOptions, model: TritonModel): ServingPool[] {
  const single = instanceType ?? sizing?.instanceType ?? InstanceType.G4DN_XLARGE;
  const pools: InstancePool[] = instancePools?.length ? instancePools : [{ instanceType: single }];
  return pools.map((pool) => ({ instanceType: pool.instanceType, model: pool.model ?? model }));
}

/** Pools that SageMaker would refuse. */
export function poolFindings({ instanceType, instancePools }: InheritedOptions): Finding[] {
  if (instanceType && instancePools) {
    const got = `an instanceType (${instanceType}) as well`;
    return [error('sm.instance-pools', 'instancePools', `got ${got}; allowed: one of both`)];
  }
  if (instancePools?.length === 0) return [error('sm.instance-pools', 'instancePools', 'got none; allowed: 1 to 5')];
  return [];
}
