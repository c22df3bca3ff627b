import { TritonModel } from '../../model';
import { InstanceType } from '../../platform';
import { EndpointOptions } from '../endpoint-options';
import { ServedModelOptions } from '../models/options';
import { InstancePool, VariantOptions } from '../variant/options';

/** The options of a variant, with the endpoint's where it leaves them open. */
export type InheritedOptions = EndpointOptions & ServedModelOptions & VariantOptions;

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
