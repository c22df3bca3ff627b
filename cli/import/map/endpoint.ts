import { Properties, text } from '../code/expression';
import { mapAsynchronous } from './asynchronous';
import { mapCapture } from './capture';
import { mapComponents } from './components';
import { listMetricsConfig, mapRole } from './endpoint-parts';
import { ServedVariant } from './fleet';
import { DescribedFields } from './described-fields';
import { MappedEndpoint, MappingInput } from './input';
import { MappedModel, mapModel } from './model';
import { mapMultiModel } from './multi-model';
import { mapNetwork } from './network';
import { mapOneVariant, mapVariants } from './realtime';
import { mapUpdate } from './update';
import { DEFAULT_VARIANT_NAME, instanceTypesOf, mapVolumeKey, VariantFields, variantsIn, weightOf } from './variant';

/** Maps the endpoint to the construct of its kind. */
export function mapEndpoint(input: MappingInput): MappedEndpoint {
  const { fields, context } = input;
  const { endpoint, config } = fields;
  const variants = variantsIn(config, endpoint, 'ProductionVariants');
  const shadows = shadowsIn(fields, variants);
  const endpointName = text(context.endpointName);
  const encryptionKey = mapVolumeKey(config, [...variants, ...shadows], context);
  listMetricsConfig(config);
  if (variants.every((variant) => !variant.config.has('ModelName')))
    return mapComponents(input, variants, { endpointName, encryptionKey });
  const common: Properties = {
    endpointName,
    encryptionKey,
    dataCapture: mapCapture(config, endpoint, context),
    updateStrategy: mapUpdate(endpoint),
  };
  const asynchronous = config.object('AsyncInferenceConfig');
  const [served, servedShadows] = [variants, shadows].map((each) => each.map((variant) => withModel(input, variant)));
  const mappedModels = [...served, ...servedShadows].map(({ model }) => model);
  Object.assign(common, mapRole(mappedModels, context), networkOf(mappedModels, input));
  const [first] = served;
  if (mappedModels.length > 1 && (first.model.isMultiModel || asynchronous))
    config.fail(
      served.length > 1 ? 'ProductionVariants' : 'ShadowProductionVariants',
      `one variant: the library has several variants only on real-time endpoints without multi-model containers`,
    );
  if (first.model.isMultiModel) return mapMultiModel(input, first, common);
  if (asynchronous)
    return mapOneVariant(input, 'TritonAsyncEndpoint', first, { ...common, ...mapAsynchronous(asynchronous, context) });
  if (mappedModels.length === 1 && first.config.text('VariantName') === DEFAULT_VARIANT_NAME)
    return mapOneVariant(input, 'TritonRealtimeEndpoint', first, common);
  return mapVariants(input, served, servedShadows, common);
}

/** The shadow variants that receive copies of requests. SageMaker permits one shadow variant. */
function shadowsIn({ config, endpoint, models }: DescribedFields, production: VariantFields[]): VariantFields[] {
  const shadows = variantsIn(config, endpoint, 'ShadowProductionVariants');
  if (shadows.every((shadow) => weightOf(shadow) > 0)) return shadows;
  config.list(
    'ShadowProductionVariants',
    'the weight of the shadow variant is 0, so it receives no copies of requests, which the library rejects',
    'to compare it, add it as `shadowVariants` with a weight above 0',
  );
  endpoint.ignore('ShadowProductionVariants'); // its state
  const namesOf = (variants: VariantFields[]): (string | undefined)[] =>
    variants.map((variant) => variant.config.text('ModelName'));
  const served = namesOf(production);
  const unused = namesOf(shadows).filter((name) => !served.includes(name));
  for (const model of models.filter((each) => unused.includes(each.text('ModelName')))) model.ignore(...model.names);
  return [];
}

/** Adds the SageMaker model to a variant. */
function withModel({ fields, context }: MappingInput, variant: VariantFields): ServedVariant {
  const name = variant.config.requiredName('ModelName');
  const model = fields.models.find((each) => each.text('ModelName') === name);
  if (model) return { ...variant, model: mapModel(model, fields.packages, instanceTypesOf(variant), context) };
  return variant.config.fail(
    'ModelName',
    `a model whose description is known: pass the output of 'aws sagemaker describe-model --model-name ${name}' with --description`,
  );
}

/** The network of the models, which must be the same for all variants. */
function networkOf([first, ...others]: MappedModel[], { fields, context }: MappingInput): Properties {
  const network = mapNetwork(first.fields, fields.subnets, context);
  for (const { fields: other } of others.filter((each) => each.fields !== first.fields)) {
    other.ignoreCopies(first.fields, 'VpcConfig', 'EnableNetworkIsolation');
    for (const name of ['VpcConfig', 'EnableNetworkIsolation'].filter((each) => !other.hasCopy(first.fields, each)))
      other.list(
        name,
        `the library has one network for all variants, and the app contains that of ${first.fields.title}`,
        'check that the variants work in this network',
      );
  }
  return network;
}
