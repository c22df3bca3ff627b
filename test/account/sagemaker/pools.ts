import type { ProductionVariant } from './inputs';
import type { Model, Variant } from './state';

/** The instance types that a variant may have: its own, or those of its pools, first choice first. */
export function typesOf({ InstanceType, InstancePools = [] }: ProductionVariant): string[] {
  if (InstanceType) return [InstanceType];
  return [...InstancePools].sort((one, other) => one.Priority - other.Priority).map((pool) => pool.InstanceType);
}

/** The model that a variant's instances of a type serve. */
export function modelOn({ model, overrides }: Variant, instanceType: string): Model {
  return overrides.get(instanceType) ?? model;
}

/** How many instances each pool has now; nothing for a variant without pools. */
export function poolsOf({ config, instances }: Variant): object {
  if (!config.InstancePools) return {};
  const InstancePools = typesOf(config).map((InstanceType) => ({
    InstanceType,
    CurrentInstanceCount: instances.filter(({ type }) => type === InstanceType).length,
  }));
  return { InstancePools };
}
