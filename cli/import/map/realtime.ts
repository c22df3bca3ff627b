import { create, Expression, list, number, Properties, SCOPE, struct, text } from '../code/expression';
import { mapFleet, ServedVariant } from './fleet';
import { MappedEndpoint, MappingInput } from './input';
import { modelExpression } from './model';
import { listOtherName, weightOf } from './variant';

/** An endpoint with one variant, whose name the library chooses. */
export function mapOneVariant(
  input: MappingInput,
  className: 'TritonRealtimeEndpoint' | 'TritonAsyncEndpoint',
  variant: ServedVariant,
  common: Properties,
): MappedEndpoint {
  const { configurations, context, description } = input;
  const isAsynchronous = className === 'TritonAsyncEndpoint';
  listOtherName(variant, className);
  variant.config.ignore('InitialVariantWeight');
  variant.state?.ignore('DesiredWeight');
  const fleet = mapFleet(input, isAsynchronous ? 'asynchronous' : 'realtime', variant);
  return {
    construct: create(className, [SCOPE, text('Endpoint')], {
      endpointName: common.endpointName,
      model: modelExpression(variant.model, configurations, description.versions, context),
      ...fleet,
      ...common,
    }),
    after: [],
  };
}

/** An endpoint with several variants, or with a variant of a different name. */
export function mapVariants(
  input: MappingInput,
  variants: ServedVariant[],
  shadows: ServedVariant[],
  common: Properties,
): MappedEndpoint {
  const { configurations, context, description } = input;
  const toOptions =
    (isShadow: boolean) =>
    (variant: ServedVariant): [Properties, Expression] => {
      const properties = mapFleet(input, isShadow ? 'shadow' : 'realtime', variant);
      const weight = weightOf(variant);
      const options: Properties = {
        variantName: text(variant.config.requiredName('VariantName')),
        weight: weight === 1 ? undefined : number(weight),
        ...properties,
      };
      return [options, modelExpression(variant.model, configurations, description.versions, context)];
    };
  const production = variants.map(toOptions(false));
  const shadow = shadows.map(toOptions(true));
  const [[, firstModel]] = production;
  const structOf = ([options, model]: [Properties, Expression]): Expression => {
    const isOther = JSON.stringify(model) !== JSON.stringify(firstModel);
    return struct('VariantOptions', { ...options, model: isOther ? model : undefined });
  };
  return {
    construct: create('TritonRealtimeEndpoint', [SCOPE, text('Endpoint')], {
      endpointName: common.endpointName,
      model: firstModel,
      variants: list(production.map(structOf)),
      shadowVariants: shadow.length > 0 ? list(shadow.map(structOf)) : undefined,
      ...common,
    }),
    after: [],
  };
}
