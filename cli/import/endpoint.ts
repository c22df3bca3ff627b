import { isObject } from '../input/shape';
import { Code, Properties } from '../app/code';
import { App } from './app';
import { Json } from './description';
import { containerOf, mapContainer, MappedContainer, modelNamed } from './model';
import { key, mapRows, role, Row } from './rows';
import { mapScaling } from './scaling';
import { mapAsynchronous, mapCapture, mapMetrics, mapNetwork } from './settings';
import { refuse, take, takeCopies } from './take';
import { hasDrives, mapInstances, mapInstanceType, Variant, variantsIn } from './variant';

/** A variant with its SageMaker model. */
interface ServedVariant extends Variant {
  readonly model: Json;
  readonly container: MappedContainer;
}

/** The kinds of variants, whose defaults differ. */
type Kind = 'realtime' | 'shadow' | 'asynchronous' | 'multiModel';

const CACHING: Row[] = [
  [
    'MultiModelConfig.ModelCacheSetting',
    'modelCaching',
    (value, { code }) => (value === 'Disabled' ? code.flag(false) : undefined),
    'Enabled',
  ],
];

/** Maps the endpoint to the construct of its kind. */
export function mapEndpoint(app: App): Code {
  const { code, identity, original } = app;
  const { endpoint, config } = app.description;
  const variants = variantsIn(config, endpoint, 'ProductionVariants');
  let shadows = variantsIn(config, endpoint, 'ShadowProductionVariants');
  if (shadows.some(({ weight }) => weight === 0)) {
    // It receives no copies of requests, which the library rejects, so it is listed.
    config.ShadowProductionVariants = original.config.ShadowProductionVariants;
    shadows = [];
  }
  const create = (className: string, properties: Properties): Code =>
    code.call(`new ${className}`, [code.scope, code.text('Endpoint')], {
      endpointName: code.text(identity.endpointName),
      ...properties,
    });
  if (config.EnableNetworkIsolation === false) take(config, 'EnableNetworkIsolation');
  const all = withModels([...variants, ...shadows], app);
  const [first, ...others] = all;
  const firstModel = modelNamed(String(first.model.ModelName), original);
  mapMetrics(app);
  const common: Properties = {
    ...(all.some(hasDrives) ? {} : mapRows(config, [['KmsKeyId', 'encryptionKey', key]], app)),
    dataCapture: mapCapture(app),
    ...mapRows(first.model, [['ExecutionRoleArn', 'role', role]], app),
    ...mapNetwork(first.model, app),
  };
  for (const { model } of others)
    takeCopies(model, firstModel, ['ExecutionRoleArn', 'VpcConfig', 'EnableNetworkIsolation']);
  for (const { model } of all) take(model, 'ModelName');
  const asynchronous = config.AsyncInferenceConfig;
  const { model } = first.container;
  if (others.length > 0 && (!model || asynchronous !== undefined))
    refuse(
      'variants',
      variants.length,
      'one variant: the library has several variants only on real-time endpoints without multi-model containers',
    );
  const isDefaultName = first.name === 'AllTraffic';
  if (!isDefaultName && (!model || asynchronous)) first.config.VariantName = first.name; // is listed
  if (!model) return create('TritonMultiModelEndpoint', { ...mapMultiModel(first, app), ...common });
  if (isObject(asynchronous)) {
    const properties = { model, ...mapFleet('asynchronous', first, app), ...common };
    return create('TritonAsyncEndpoint', { ...properties, ...mapAsynchronous(asynchronous, app) });
  }
  if (others.length === 0 && isDefaultName)
    return create('TritonRealtimeEndpoint', { model, ...mapFleet('realtime', first, app), ...common });
  const toOptions =
    (kind: Kind) =>
    (variant: ServedVariant): Code =>
      code.struct('VariantOptions', {
        variantName: code.text(variant.name),
        weight: variant.weight === 1 ? undefined : String(variant.weight),
        ...mapFleet(kind, variant, app),
        model: variant.container.model === model ? undefined : variant.container.model,
      });
  return create('TritonRealtimeEndpoint', {
    model,
    variants: code.list(all.slice(0, variants.length).map(toOptions('realtime'))),
    shadowVariants: shadows.length > 0 ? code.list(all.slice(variants.length).map(toOptions('shadow'))) : undefined,
    ...common,
  });
}

/** Adds the SageMaker models to variants, which can have the same one. */
function withModels(variants: Variant[], app: App): ServedVariant[] {
  const containers = new Map<string, MappedContainer>();
  return variants.map((variant) => {
    const modelName = take(variant.config, 'ModelName');
    if (typeof modelName !== 'string')
      return refuse(
        `${variant.path}.ModelName`,
        modelName,
        'a model: describe inference components with TritonInferenceComponents, which gives them other names',
      );
    const model = modelNamed(modelName, app.description);
    const place = `DescribeModel ${modelName}: ${model.PrimaryContainer ? 'PrimaryContainer' : 'Containers[0]'}`;
    const container = containers.get(modelName) ?? mapContainer(containerOf(model), place, variant.instanceTypes, app);
    containers.set(modelName, container);
    return { ...variant, model, container };
  });
}

/** A multi-model endpoint, to whose open prefix the archives are copied. */
function mapMultiModel(variant: ServedVariant, app: App): Properties {
  const { code } = app;
  const { data, place } = variant.container;
  app.note(
    `${place}.ModelDataUrl`,
    `s3://${data.bucket}/${data.key}`,
    'the app has a prefix of its own in the same bucket, `modelPrefix` of the endpoint; copy the archives to it. Each TargetModel keeps its name',
  );
  return {
    openPrefix: code.flag(true),
    modelBucket: app.bucket(data.bucket, 'ModelBucket'),
    ...mapRows(containerOf(variant.model), CACHING, app),
    ...mapFleet('multiModel', variant, app),
  };
}

/** Maps the container, the instances and the scaling of a variant. */
function mapFleet(kind: Kind, variant: ServedVariant, app: App): Properties {
  const { container, config } = variant;
  const { scaling, count } = mapScaling(variant, app);
  // Instances of an asynchronous endpoint take requests from a queue.
  const isQueue = kind === 'asynchronous' && config.RoutingConfig === undefined;
  const defaultRouting = isQueue || kind === 'multiModel' ? 'RANDOM' : 'LEAST_OUTSTANDING_REQUESTS';
  return {
    ...mapInstanceType(variant, app),
    instanceCount: count === (kind === 'multiModel' ? 2 : 1) ? undefined : String(count),
    // A shadow variant does not scale by default.
    scaling: scaling ?? (kind === 'shadow' ? undefined : app.code.call('Scaling.none')),
    image: container.image,
    server: container.server,
    ...mapInstances(variant, defaultRouting, app),
  };
}
