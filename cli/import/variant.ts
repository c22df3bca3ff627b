import { InstanceType } from '../../lib/platform';
import { Properties } from '../app/code';
import { App } from './app';
import { Json, objectsIn } from './description';
import { instanceTypeOf } from './image';
import { gibibytes, mapRows, OverriddenField, overrideFields, Row, seconds } from './rows';
import { peek, take, takeText } from './take';

/** A variant of the endpoint configuration. */
export interface Variant {
  readonly config: Json;
  /** The place in the endpoint configuration, such as `ProductionVariants.0`. */
  readonly path: string;
  readonly name: string;
  /** The instance types, in order of preference. */
  readonly instanceTypes: string[];
  /** Current number of instances, or the initial number if the state is not known. */
  readonly instanceCount: number;
  /** Current weight, or the initial weight if the state is not known. */
  readonly weight: number;
}

/** Fields with the state of a variant, or with a copy of a setting in the endpoint configuration. */
const STATE = [
  ...['VariantName', 'DeployedImages', 'CurrentWeight', 'DesiredWeight', 'CurrentInstanceCount', 'VariantStatus'],
  ...['DesiredInstanceCount', 'InstancePools', 'ManagedInstanceScaling', 'RoutingConfig', 'CapacityReservationConfig'],
];

/** Settings that CloudFormation has, and the library only as an override. */
const OVERRIDDEN: OverriddenField[] = [
  ['EnableSSMAccess'],
  ['CapacityReservationConfig'],
  ['CoreDumpConfig'],
  ['VariantInstanceProvisionTimeoutInSeconds'],
];

/** The variants of a list in the endpoint configuration, each with its state. */
export function variantsIn(config: Json, endpoint: Json, list: string): Variant[] {
  const states = objectsIn(list, endpoint[list]);
  return objectsIn(list, config[list]).map((variant, index) => {
    const place = `DescribeEndpointConfig: ${list}[${index}]`;
    const name = takeText(variant, 'VariantName', place);
    const state = states.find((each) => each.VariantName === name) ?? {};
    const [weight, count] = ['InitialVariantWeight', 'InitialInstanceCount'].map((field) => take(variant, field));
    const current = { weight: take(state, 'DesiredWeight'), count: take(state, 'DesiredInstanceCount') };
    take(state, ...STATE);
    return {
      config: variant,
      path: `${list}.${index}`,
      name,
      instanceTypes: instanceTypesOf(variant, place),
      instanceCount: Math.max(1, Number(current.count ?? count ?? 1)),
      weight: Number(current.weight ?? weight ?? 1),
    };
  });
}

/** The type of the instances, or the types of pools with different priorities. Other pools are listed, and the app has their order. */
function instanceTypesOf(variant: Json, place: string): string[] {
  const pools = objectsIn(`${place}.InstancePools`, variant.InstancePools);
  if (pools.length === 0) return [takeText(variant, 'InstanceType', place)];
  const ordered = [...pools].sort((a, b) => Number(a.Priority) - Number(b.Priority));
  const types = ordered.map(({ InstanceType: type }) => String(type));
  if (new Set(pools.map(({ Priority }) => Priority)).size === pools.length)
    for (const pool of pools) take(pool, 'InstanceType', 'Priority');
  return types;
}

/** The type of the instances, or the pools. `ml.g4dn.xlarge` is the default of the library. */
export function mapInstanceType({ config, instanceTypes }: Variant, app: App): Properties {
  const { code } = app;
  if (config.InstancePools === undefined)
    return { instanceType: instanceTypes[0] === 'ml.g4dn.xlarge' ? undefined : instanceTypeOf(instanceTypes[0], app) };
  const pools = instanceTypes.map((type) => code.struct('InstancePool', { instanceType: instanceTypeOf(type, app) }));
  return { instancePools: code.list(pools) };
}

const VOLUME: Row = ['VolumeSizeInGB', 'volumeSize', gibibytes];
const SETTINGS: Row[] = [
  ['InferenceAmiVersion', 'inferenceAmi', (version, { code }) => code.call('InferenceAmi.of', [code.json(version)])],
  ['ModelDataDownloadTimeoutInSeconds', 'modelDataDownloadTimeout', seconds],
  ['ContainerStartupHealthCheckTimeoutInSeconds', 'containerStartupHealthCheckTimeout', seconds],
];

/**
 * The settings of the instances, except for their type and their number.
 *
 * @param defaultRouting the default of the library for this kind of endpoint. RANDOM is the default of SageMaker
 */
export function mapInstances(variant: Variant, defaultRouting: string, app: App): Properties {
  const { config, path } = variant;
  const routing = String(peek(config, 'RoutingConfig.RoutingStrategy') ?? 'RANDOM');
  const isProperty = ['RANDOM', 'LEAST_OUTSTANDING_REQUESTS'].includes(routing);
  if (isProperty) take(config, 'RoutingConfig.RoutingStrategy');
  overrideFields(config, path, isProperty ? OVERRIDDEN : [['RoutingConfig'], ...OVERRIDDEN], app);
  const isDefault = !isProperty || routing === defaultRouting;
  return {
    routingStrategy: isDefault ? undefined : app.code.constant('RoutingStrategy', routing),
    ...mapRows(config, hasDrives(variant) ? SETTINGS : [...SETTINGS, VOLUME], app),
  };
}

/** Whether instances use NVMe drives instead of a volume. SageMaker then ignores its size and its key. */
export function hasDrives({ instanceTypes }: Variant): boolean {
  return instanceTypes.some((type) => InstanceType.of(type).hasLocalStorage);
}
