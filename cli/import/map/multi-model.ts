import { create, flag, Properties, SCOPE, text } from '../code/expression';
import { parseS3Uri } from './context';
import { mapFleet, ServedVariant } from './fleet';
import { MappedEndpoint, MappingInput } from './input';
import { listOtherName } from './variant';

const DEFAULT_MODEL = 'SAGEMAKER_TRITON_DEFAULT_MODEL_NAME';

/** A multi-model endpoint, to whose open prefix the archives are copied. */
export function mapMultiModel(input: MappingInput, variant: ServedVariant, common: Properties): MappedEndpoint {
  const { model } = variant;
  listOtherName(variant, 'TritonMultiModelEndpoint');
  variant.config.ignore('InitialVariantWeight');
  variant.state?.ignore('DesiredWeight');
  const properties = mapFleet(input, 'multiModel', variant);
  model.container.list(
    'ModelDataUrl',
    'the app has a prefix of its own in the same bucket, to which other tools can also add archives',
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
      openPrefix: flag(true),
      modelBucket: location && input.context.bucket(location.bucket),
      modelCaching: caching === 'Disabled' ? flag(false) : undefined,
      ...properties,
      ...common,
    }),
    after: [],
    archives: model.data,
  };
}
