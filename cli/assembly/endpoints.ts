import { DEREGISTRATION_TYPE } from '../../lib/contracts/scaling-registration-properties';
import { componentVariant } from './inference-components';
import { Template } from './intrinsics';
import { Properties, resourcesOfType, toNumber } from './template';
import { Container, TemplateVariant, VariantModel } from './variants';

export type { Container, TemplateVariant, VariantModel } from './variants';

/** An endpoint of a template. */
export interface TemplateEndpoint {
  readonly id: string;
  /** The name of the endpoint; its logical id if the name is known only during deployment. */
  readonly name: string;
  readonly properties: Properties;
  readonly config: Properties;
  readonly configId: string;
  /** The variants of the endpoint configuration or, on an endpoint with inference components, the components. */
  readonly variants: TemplateVariant[];
  /** The variants of the endpoint configuration, which have the instances. */
  readonly hosts: TemplateVariant[];
  /** Whether the endpoint configuration has no models: the endpoint serves requests with inference components. */
  readonly hasComponents: boolean;
}

/** The endpoints of a template. */
export function endpointsOf(template: Template): TemplateEndpoint[] {
  const findProperties = (type: string, logicalId: unknown): Properties | undefined =>
    resourcesOfType(template, type).find(({ id }) => id === logicalId)?.properties;
  const targets = resourcesOfType(template, 'AWS::ApplicationAutoScaling::ScalableTarget');
  const components = resourcesOfType(template, 'AWS::SageMaker::InferenceComponent');
  const releases = resourcesOfType(template, DEREGISTRATION_TYPE);

  const findModel = (id: unknown): VariantModel | undefined =>
    toModel(String(id), findProperties('AWS::SageMaker::Model', id));
  const modelsOf = (variant: Properties): VariantModel[] => {
    const pools = (variant.InstancePools ?? []) as { ModelNameOverride?: string }[];
    const ids = [variant.ModelName, ...pools.flatMap(({ ModelNameOverride: id }) => id ?? [])];
    return ids.flatMap((id) => findModel(id) ?? []);
  };
  const findScaling = (resourceId: string): TemplateVariant['scaling'] => {
    const target = targets.find(({ properties }) => properties.ResourceId === resourceId)?.properties;
    return target && { minimum: toNumber(target.MinCapacity), maximum: toNumber(target.MaxCapacity) };
  };

  const findInitialCopies = (name: string): number | undefined =>
    toNumber(
      releases.find(({ properties }) => properties.InferenceComponentName === name)?.properties.InitialCopyCount,
    );

  return resourcesOfType(template, 'AWS::SageMaker::Endpoint').map(({ id, properties }) => {
    const name = String(properties.EndpointName ?? id);
    const configId = String(properties.EndpointConfigName);
    const config = findProperties('AWS::SageMaker::EndpointConfig', configId) ?? {};
    const convertVariant = (isShadow: boolean) => (variant: Properties) => {
      const scaling = findScaling(`endpoint/${name}/variant/${String(variant.VariantName)}`);
      return toVariant(variant, isShadow, modelsOf(variant), scaling ?? managedScalingOf(variant));
    };
    const hosts = [
      ...toList(config.ProductionVariants).map(convertVariant(false)),
      ...toList(config.ShadowProductionVariants).map(convertVariant(true)),
    ];
    const hasComponents = hosts.length > 0 && hosts.every(isWithoutModel);
    const variants = hasComponents
      ? components
          .filter((each) => belongsTo(each.properties, { name, id }))
          .map((each) =>
            componentVariant(each, { endpointName: name, hosts, findModel, findScaling, findInitialCopies }),
          )
      : hosts;
    return { id, name, properties, config, configId, variants, hosts, hasComponents };
  });
}

/**
 * Whether a variant has only instances, for inference components. A model that is known only during deployment is a property without a value.
 */
function isWithoutModel({ properties }: TemplateVariant): boolean {
  const pools = (properties.InstancePools ?? []) as { ModelNameOverride?: string }[];
  return !('ModelName' in properties) && pools.every((pool) => !('ModelNameOverride' in pool));
}

/** The limits of managed instance scaling, with which SageMaker adds and removes instances for the copies of inference components. */
function managedScalingOf({ ManagedInstanceScaling }: Properties): TemplateVariant['scaling'] {
  const { Status, MinInstanceCount, MaxInstanceCount } = (ManagedInstanceScaling ?? {}) as Properties;
  return Status === 'ENABLED'
    ? { minimum: toNumber(MinInstanceCount), maximum: toNumber(MaxInstanceCount) }
    : undefined;
}

function toVariant(
  properties: Properties,
  isShadow: boolean,
  models: VariantModel[],
  scaling: TemplateVariant['scaling'],
): TemplateVariant {
  const pools = (properties.InstancePools ?? []) as { InstanceType: string }[];
  return {
    name: String(properties.VariantName),
    isShadow,
    instanceTypes: properties.InstanceType
      ? [String(properties.InstanceType)]
      : pools.map(({ InstanceType: type }) => type),
    count: toNumber(properties.InitialInstanceCount),
    weight: toNumber(properties.InitialVariantWeight),
    properties,
    models,
    scaling,
  };
}

function toModel(id: string, properties: Properties | undefined): VariantModel | undefined {
  const container = properties?.PrimaryContainer as Container | undefined;
  if (!properties || !container) return undefined;
  const dataUri = container.ModelDataUrl ?? container.ModelDataSource?.S3DataSource?.S3Uri ?? '';
  return { id, properties, container, dataUri };
}

function toList(value: unknown): Properties[] {
  return Array.isArray(value) ? (value as Properties[]) : [];
}

/** Whether a resource with these properties belongs to the endpoint: `EndpointName` is the endpoint's name or logical id. */
export function belongsTo({ EndpointName }: Properties, { name, id }: Pick<TemplateEndpoint, 'name' | 'id'>): boolean {
  return [name, id].includes(String(EndpointName));
}

/** The properties of the smoke tests of an endpoint. */
export function smokeTestsOf(endpoint: TemplateEndpoint, template: Template): Properties[] {
  return resourcesOfType(template, 'Custom::TritonSmokeTest')
    .map(({ properties }) => properties)
    .filter((properties) => belongsTo(properties, endpoint));
}

/** Whether an update of the endpoint keeps the current value of the property, and ignores the value in the new endpoint configuration. */
export function isRetained(
  { properties }: TemplateEndpoint,
  property: 'DesiredInstanceCount' | 'DesiredWeight',
): boolean {
  const excluded = toList(properties.ExcludeRetainedVariantProperties);
  const isExcluded = excluded.some(({ VariantPropertyType: type }) => type === property);
  return String(properties.RetainAllVariantProperties) === 'true' && !isExcluded;
}
