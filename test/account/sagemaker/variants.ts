import type { ServingVariant } from './hooks';
import type { ProductionVariant } from './inputs';
import type { Fleet, Model, Variant } from './state';

/** The instance type of a variant or, if it has instance pools, their types in the order of priority. */
export function instanceTypesOf({ InstanceType, InstancePools = [] }: ProductionVariant): string[] {
  if (InstanceType) return [InstanceType];
  return [...InstancePools].sort((a, b) => a.Priority - b.Priority).map((pool) => pool.InstanceType);
}

/** The model that instances of this type serve. */
export function modelForType({ model, overrides }: Variant, instanceType: string): Model {
  return overrides.get(instanceType) ?? model;
}

/** The number of instances in each instance pool, as DescribeEndpoint returns it. Empty for a variant without pools. */
export function poolsOf({ config, instances }: Variant): object {
  if (!config.InstancePools) return {};
  const InstancePools = instanceTypesOf(config).map((InstanceType) => ({
    InstanceType,
    CurrentInstanceCount: instances.filter(({ type }) => type === InstanceType).length,
  }));
  return { InstancePools };
}

/** Describes a variant for the functions in `Hooks`. */
export function servingVariantOf({ endpointName, config }: Fleet, variant: Variant): ServingVariant {
  return {
    endpointName,
    variantName: variant.name,
    endpointConfigName: config.name,
    modelName: variant.model.name,
    isShadow: variant.isShadow,
  };
}

/** The two sets of dimensions with which metrics are published: for the variant, and for the variant with this endpoint configuration. */
export function dimensionsOf(fleet: Fleet, variant: Variant): Record<string, string>[] {
  const dimensions = { EndpointName: fleet.endpointName, VariantName: variant.name };
  return [dimensions, { ...dimensions, EndpointConfigName: fleet.config.name }];
}
