import type { ServingVariant } from './hooks';
import type { Fleet, Model, Variant } from './state';

/** Whether a fleet hosts inference components, which have their own models. */
export function hostsComponents({ variants }: Fleet): boolean {
  return variants.some(({ model }) => model === undefined);
}

/** The model of a variant that does not host inference components. */
export function servedModel({ name, model }: Variant): Model {
  if (!model) throw new Error(`The variant ${name} has no model, since it hosts inference components.`);
  return model;
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
