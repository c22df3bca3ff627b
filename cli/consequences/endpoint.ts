import { Resource, Template } from '../local/intrinsics';
import { propertiesOf } from '../template';

/** Properties of a resource, with CloudFormation's functions evaluated. */
export type Properties = Record<string, unknown>;

/** A model of a variant. */
export interface ServedModel {
  readonly id: string;
  readonly properties: Properties;
  readonly container: Container;
  /** Where its files are. */
  readonly dataUri: string;
}

export interface Container {
  readonly Image?: string;
  readonly Mode?: string;
  readonly Environment?: Record<string, string>;
  readonly ModelDataUrl?: string;
  readonly ModelDataSource?: { readonly S3DataSource?: { readonly S3Uri?: string } };
  readonly [name: string]: unknown;
}

export interface Variant {
  readonly name: string;
  readonly isShadow: boolean;
  readonly instanceTypes: string[];
  /** Undefined where only the deployment knows it. */
  readonly count?: number;
  readonly weight?: number;
  readonly properties: Properties;
  /** The variant's model first, then those of instance pools with one of their own. */
  readonly models: ServedModel[];
  readonly scaling?: { readonly minimum?: number; readonly maximum?: number };
}

/** An endpoint as a template describes it. */
export interface Endpoint {
  readonly id: string;
  readonly name: string;
  readonly properties: Properties;
  readonly config: Properties;
  readonly configId: string;
  readonly variants: Variant[];
}

/** The endpoints of a template. */
export function endpointsOf(template: Template): Endpoint[] {
  const resources = Object.entries(template.Resources ?? {});
  const resolved = (resource: Resource): Properties => propertiesOf(resource, template);
  const find = (type: string, id: unknown): Properties | undefined => {
    const [, found] = resources.find(([each, { Type }]) => each === id && Type === type) ?? [];
    return found && resolved(found);
  };
  const targets = resources
    .filter(([, { Type }]) => Type === 'AWS::ApplicationAutoScaling::ScalableTarget')
    .map(([, resource]) => resolved(resource));

  const modelsOf = (variant: Properties): ServedModel[] => {
    const pools = (variant.InstancePools ?? []) as { ModelNameOverride?: string }[];
    const ids = [variant.ModelName, ...pools.flatMap(({ ModelNameOverride: id }) => id ?? [])];
    return ids.flatMap((id) => modelOf(String(id), find('AWS::SageMaker::Model', id)) ?? []);
  };

  return resources
    .filter(([, { Type }]) => Type === 'AWS::SageMaker::Endpoint')
    .map(([id, resource]) => {
      const properties = resolved(resource);
      const name = String(properties.EndpointName ?? id);
      const configId = String(properties.EndpointConfigName);
      const config = find('AWS::SageMaker::EndpointConfig', configId) ?? {};
      const variant = (isShadow: boolean) => (each: Properties) => {
        const target = targets.find(
          ({ ResourceId }) => ResourceId === `endpoint/${name}/variant/${String(each.VariantName)}`,
        );
        return variantOf(each, isShadow, modelsOf(each), target);
      };
      const variants = [
        ...listOf(config.ProductionVariants).map(variant(false)),
        ...listOf(config.ShadowProductionVariants).map(variant(true)),
      ];
      return { id, name, properties, config, configId, variants };
    });
}

function variantOf(properties: Properties, isShadow: boolean, models: ServedModel[], target?: Properties): Variant {
  const pools = (properties.InstancePools ?? []) as { InstanceType: string }[];
  return {
    name: String(properties.VariantName),
    isShadow,
    instanceTypes: properties.InstanceType
      ? [String(properties.InstanceType)]
      : pools.map(({ InstanceType: type }) => type),
    count: numberOf(properties.InitialInstanceCount),
    weight: numberOf(properties.InitialVariantWeight),
    properties,
    models,
    scaling: target && { minimum: numberOf(target.MinCapacity), maximum: numberOf(target.MaxCapacity) },
  };
}

function modelOf(id: string, properties: Properties | undefined): ServedModel | undefined {
  const container = properties?.PrimaryContainer as Container | undefined;
  if (!properties || !container) return undefined;
  const dataUri = container.ModelDataUrl ?? container.ModelDataSource?.S3DataSource?.S3Uri ?? '';
  return { id, properties, container, dataUri };
}

function listOf(value: unknown): Properties[] {
  return Array.isArray(value) ? (value as Properties[]) : [];
}

function numberOf(value: unknown): number | undefined {
  const number = value === undefined ? NaN : Number(value);
  return Number.isNaN(number) ? undefined : number;
}

/** ARN of the reservation that all instances of a variant start in. */
export function reservationOf({ properties }: Variant): string | undefined {
  return (properties.CapacityReservationConfig as { MlReservationArn?: string } | undefined)?.MlReservationArn;
}

/** Whether an update keeps this property of the running variants, whatever the endpoint configuration says. */
export function isRetained({ properties }: Endpoint, property: 'DesiredInstanceCount' | 'DesiredWeight'): boolean {
  const excluded = listOf(properties.ExcludeRetainedVariantProperties);
  const isExcluded = excluded.some(({ VariantPropertyType: type }) => type === property);
  return String(properties.RetainAllVariantProperties) === 'true' && !isExcluded;
}
