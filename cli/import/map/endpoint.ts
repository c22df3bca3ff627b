import { create, Expression, list, number, Properties, SCOPE, struct, text } from '../code/expression';
import { Fields } from '../fields';
import { mapAsynchronous } from './asynchronous';
import { mapCapture } from './capture';
import { mapComponents } from './components';
import { Context, parseS3Uri } from './context';
import { mapCoreDumps, mapMonitoring, mapRole } from './endpoint-parts';
import { MappingInput } from './input';
import { MappedModel, mapModel, modelExpression } from './model';
import { mapNetwork } from './network';
import { mapUpdate } from './update';
import { mapFleet } from './fleet';
import { instanceTypesOf, mapReservation, VariantFields, variantsIn, weightOf } from './variant';

/** The construct of the app, and the steps that it requires. */
export interface MappedEndpoint {
  readonly construct: Expression;
  /** Commands that delete what would remain of the old scaling. */
  readonly cleanup: string[];
  /** S3 URI of the archives of a multi-model endpoint, which must be copied before the first deployment. */
  readonly archives?: string;
}

const DEFAULT_VARIANT_NAME = 'AllTraffic';
const DEFAULT_MODEL = 'SAGEMAKER_TRITON_DEFAULT_MODEL_NAME';

/** Maps the endpoint to the construct of its kind. */
export function mapEndpoint(input: MappingInput): MappedEndpoint {
  const { endpoint, config, models } = input.fields;
  const variants = variantsIn(config, endpoint, 'ProductionVariants');
  const shadows = variantsIn(config, endpoint, 'ShadowProductionVariants');
  const common: Properties = {
    endpointName: text(input.context.endpointName),
    encryptionKey: keyOf(config, input.context),
    dataCapture: mapCapture(config, endpoint, input.context),
    monitoring: mapMonitoring(config),
    updateStrategy: mapUpdate(endpoint),
    coreDumps: mapCoreDumps([...variants, ...shadows], input.context),
  };
  if (models.length === 0 || variants.every((variant) => !variant.config.has('ModelName')))
    return mapComponents(input, variants, common);
  const asynchronous = config.object('AsyncInferenceConfig');
  const modelByVariant = new Map([...variants, ...shadows].map((variant) => [variant, mappedModel(input, variant)]));
  const all = [...modelByVariant.values()];
  Object.assign(common, mapRole(all, input.context), networkOf(all, input));
  const [first] = variants;
  if (modelByVariant.get(first)?.isMultiModel) return mapMultiModel(input, first, modelByVariant.get(first)!, common);
  if (asynchronous) {
    return mapOneVariant(input, 'TritonAsyncEndpoint', first, modelByVariant.get(first)!, {
      ...common,
      ...mapAsynchronous(asynchronous, input.context),
    });
  }
  if (variants.length + shadows.length === 1 && first.config.text('VariantName') === DEFAULT_VARIANT_NAME)
    return mapOneVariant(input, 'TritonRealtimeEndpoint', first, modelByVariant.get(first)!, common);
  return mapVariants(input, variants, shadows, modelByVariant, common);
}

function keyOf(config: Fields, context: Context): Expression | undefined {
  const key = config.text('KmsKeyId');
  return key === undefined ? undefined : context.key(key);
}

/** The SageMaker model of a variant. */
function mappedModel({ fields, context }: MappingInput, variant: VariantFields): MappedModel {
  const name = variant.config.requiredText('ModelName');
  const model = fields.models.find((each) => each.text('ModelName') === name);
  if (model) return mapModel(model, fields.packages, instanceTypesOf(variant), context);
  return variant.config.fail(
    'ModelName',
    `a model whose description is known: pass the output of 'aws sagemaker describe-model --model-name ${name}' with --description`,
  );
}

/** The network of the models, which must be the same for all variants. */
function networkOf(models: MappedModel[], { fields, context }: MappingInput): Properties {
  const [first, ...others] = models;
  const network = mapNetwork(first.fields, fields.subnets, context);
  for (const other of others) {
    for (const name of ['VpcConfig', 'EnableNetworkIsolation']) {
      if (JSON.stringify(other.fields.read(name) ?? false) !== JSON.stringify(first.fields.read(name) ?? false))
        other.fields.list(
          name,
          `the library has one network for all variants, and the app contains that of ${first.fields.place}`,
          'check that the variants work in this network',
        );
    }
  }
  return network;
}

/** An endpoint with one variant, whose name the library chooses. */
function mapOneVariant(
  input: MappingInput,
  className: 'TritonRealtimeEndpoint' | 'TritonAsyncEndpoint',
  variant: VariantFields,
  model: MappedModel,
  common: Properties,
): MappedEndpoint {
  const { configurations, context, description } = input;
  const isAsynchronous = className === 'TritonAsyncEndpoint';
  renameVariant(variant, className);
  variant.config.ignore('InitialVariantWeight');
  variant.state?.ignore('DesiredWeight');
  const fleet = mapFleet(input, isAsynchronous ? 'asynchronous' : 'realtime', variant, model);
  const reservation = mapReservation(variant);
  return {
    construct: create(className, [SCOPE, text('Endpoint')], {
      endpointName: common.endpointName,
      model: modelExpression(model, configurations, description.versions, context),
      ...fleet.properties,
      mlReservationArn: reservation,
      ...common,
    }),
    cleanup: fleet.cleanup,
  };
}

/** An endpoint with several variants, or with a variant of a different name. */
function mapVariants(
  input: MappingInput,
  variants: VariantFields[],
  shadows: VariantFields[],
  models: Map<VariantFields, MappedModel>,
  common: Properties,
): MappedEndpoint {
  const { configurations, context, description } = input;
  const cleanup: string[] = [];
  const toOptions =
    (isShadow: boolean) =>
    (variant: VariantFields): [Properties, Expression] => {
      const model = models.get(variant)!;
      const { properties, cleanup: commands } = mapFleet(input, isShadow ? 'shadow' : 'realtime', variant, model);
      cleanup.push(...commands);
      const weight = weightOf(variant);
      const options: Properties = {
        variantName: text(variant.config.requiredText('VariantName')),
        weight: weight === 1 ? undefined : number(weight),
        ...properties,
        mlReservationArn: mapReservation(variant),
      };
      return [options, modelExpression(model, configurations, description.versions, context)];
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
    cleanup,
  };
}

/** A multi-model endpoint, to whose open prefix the archives are copied. */
function mapMultiModel(
  input: MappingInput,
  variant: VariantFields,
  model: MappedModel,
  common: Properties,
): MappedEndpoint {
  renameVariant(variant, 'TritonMultiModelEndpoint');
  variant.config.ignore('InitialVariantWeight');
  variant.state?.ignore('DesiredWeight');
  const { properties, cleanup } = mapFleet(input, 'multiModel', variant, model);
  model.container.list(
    'ModelDataUrl',
    'the app has a prefix of its own in the same bucket, to which other tools can also add archives (openPrefix)',
    'copy the archives before the deployment, as the README describes. Each TargetModel keeps its name',
  );
  model.container
    .object('Environment')
    ?.list(DEFAULT_MODEL, 'it has no effect on a multi-model endpoint, whose requests name the model', 'none');
  const location = parseS3Uri(model.data);
  const caching = model.container.object('MultiModelConfig')?.choice('ModelCacheSetting', ['Enabled', 'Disabled']);
  return {
    construct: create('TritonMultiModelEndpoint', [SCOPE, text('Endpoint')], {
      endpointName: common.endpointName,
      openPrefix: { kind: 'flag', value: true },
      modelBucket: location && input.context.bucket(location.bucket),
      modelCaching: caching === 'Disabled' ? { kind: 'flag', value: false } : undefined,
      ...properties,
      ...common,
    }),
    cleanup,
    archives: model.data,
  };
}

/** The library chooses the name of the variant of some kinds of endpoints. */
function renameVariant({ config }: VariantFields, className: string): void {
  if (config.text('VariantName') === DEFAULT_VARIANT_NAME) return;
  config.list(
    'VariantName',
    `the variant of ${className} is named ${DEFAULT_VARIANT_NAME}, and SageMaker treats a variant with a different name as a new variant`,
    'before the deployment, deregister the scalable target of the old variant (aws application-autoscaling deregister-scalable-target), because SageMaker rejects an update that removes a registered variant. Change alarms and dashboards on the old name',
  );
}
