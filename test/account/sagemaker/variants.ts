import type { ServingVariant } from './hooks';
import type { ProductionVariant } from './inputs';
import type { Fleet, Model, Variant } from './state';

/** The instance type of a variant or, if it has instance pools, their types in the order of priority. */
export function instanceTypesOf({ InstanceType, InstancePools = [] }: ProductionVariant): string[] {
  if (InstanceType) return [InstanceType];
  return [...InstancePools].sort((a, b) => a.Priority - b.Priority).map((pool) => pool.InstanceType);
}

/** Whether a fleet hosts inference components, which have their own models. */
export function hostsComponents({ variants }: Fleet): boolean {
  return variants.some(({ model }) => model === undefined);
}

/** The model of a variant that does not host inference components. */
export function servedModel({ name, model }: Variant): Model {
  if (!model) throw new Error(`The variant ${name} has no model, since it hosts inference components.`);
  return model;
}

/** The model that instances of this type serve. */
export function modelForType(variant: Variant, instanceType: string): Model {
  return variant.overrides.get(instanceType) ?? servedModel(variant);
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
    modelName: variant.model?.name ?? '',
    isShadow: variant.isShadow,
  };
}

/** The two sets of dimensions with which metrics are published: for the variant, and for the variant with this endpoint configuration. */
export function dimensionsOf(fleet: Fleet, variant: Variant): Record<string, string>[] {
  const dimensions = { EndpointName: fleet.endpointName, VariantName: variant.name };
  return [dimensions, { ...dimensions, EndpointConfigName: fleet.config.name }];
}
