import { InferenceAmi, InstanceType } from '../../../lib/platform';
import { call, constant, Expression, list, number, Properties, seconds, text } from '../code/expression';
import { Fields } from '../fields';
import { Context } from './context';
import { instancePool, instanceTypeOf } from './image';

/** A variant: its properties in the endpoint configuration, and its current state. */
export interface VariantFields {
  readonly config: Fields;
  /** The variant in the response of DescribeEndpoint. */
  readonly state?: Fields;
}

/** The name of a variant that the library chooses. */
export const DEFAULT_VARIANT_NAME = 'AllTraffic';

/** Fields with the state of a variant, or with a copy of a setting in the endpoint configuration. */
const STATE = [
  'VariantName',
  'DeployedImages',
  'CurrentWeight',
  'CurrentInstanceCount',
  'VariantStatus',
  'InstanceType',
  'ModelName',
];
const COPIES = ['ManagedInstanceScaling', 'RoutingConfig'];

/** Marks fields as read that describe the state of a variant, or repeat its configuration. */
function ignoreState(state: Fields, config: Fields): void {
  state.ignore(...STATE);
  state.ignoreCopies(config, ...COPIES);
  for (const pool of state.objects('InstancePools')) pool.ignore('InstanceType', 'CurrentInstanceCount');
  const reservation = state.object('CapacityReservationConfig');
  reservation?.ignore(
    'TotalInstanceCount',
    'AvailableInstanceCount',
    'UsedByCurrentEndpoint',
    'Ec2CapacityReservations',
  );
  const configured = config.object('CapacityReservationConfig');
  if (configured) reservation?.ignoreCopies(configured, 'MlReservationArn', 'CapacityReservationPreference');
}

/** The variants of a list in the endpoint configuration, each with its state. */
export function variantsIn(config: Fields, endpoint: Fields, list: string): VariantFields[] {
  const states = endpoint.objects(list);
  return config.objects(list).map((variant) => {
    const name = variant.requiredName('VariantName');
    const state = states.find((each) => each.text('VariantName') === name);
    if (state) ignoreState(state, variant);
    rejectServerless(variant, state);
    return { config: variant, state };
  });
}

function rejectServerless(variant: Fields, state?: Fields): void {
  const found = [variant, state].find((each) => each?.has('ServerlessConfig') || each?.has('CurrentServerlessConfig'));
  found?.fail(
    found.has('ServerlessConfig') ? 'ServerlessConfig' : 'CurrentServerlessConfig',
    'a variant with instances: the library has no serverless endpoints. Keep the endpoint as it is, or use TritonAsyncEndpoint, which scales in to zero instances',
  );
}

/** The instance types of a variant, in order of preference. */
export function instanceTypesOf({ config }: VariantFields): string[] {
  const pools = [...config.objects('InstancePools')].sort(
    (a, b) => (a.number('Priority') ?? 0) - (b.number('Priority') ?? 0),
  );
  const priorities = new Set(pools.map((pool) => pool.number('Priority')));
  if (priorities.size < pools.length)
    config.list(
      'InstancePools',
      'pools have the same priority, and the pools of the library have different ones, in the order of the list',
      'check the order of `instancePools`',
    );
  if (pools.length > 0) return pools.map((pool) => pool.requiredText('InstanceType'));
  return [config.requiredText('InstanceType')];
}

/** Current number of instances, or the initial number if the state is not known. */
export function instanceCountOf({ config, state }: VariantFields): number {
  const initial = config.number('InitialInstanceCount') ?? 1;
  const current = state?.number('DesiredInstanceCount');
  return Math.max(1, current ?? initial);
}

/** Current weight, or the initial weight if the state is not known. */
export function weightOf({ config, state }: VariantFields): number {
  const initial = config.number('InitialVariantWeight') ?? 1;
  return state?.number('DesiredWeight') ?? initial;
}

/** The type of the instances, or the pools. `ml.g4dn.xlarge` is the default of the library. */
export function mapInstances(variant: VariantFields): Properties {
  const types = instanceTypesOf(variant);
  for (const pool of variant.config.objects('InstancePools')) {
    pool.list('ModelNameOverride', 'the pool has its own model', 'set `model` of the pool in `instancePools`');
  }
  const isPooled = variant.config.has('InstancePools');
  return {
    instanceType: isPooled || types[0] === 'ml.g4dn.xlarge' ? undefined : instanceTypeOf(types[0]),
    instancePools: isPooled ? list(types.map(instancePool)) : undefined,
  };
}

/** The settings of the instances, except for their type and their number. */
export function mapInstanceSettings(variant: VariantFields): Properties {
  const { config } = variant;
  if (hasDrives(variant)) config.list('VolumeSizeInGB', DRIVES, 'none');
  const volume = hasDrives(variant) ? undefined : config.number('VolumeSizeInGB');
  const ami = config.text('InferenceAmiVersion');
  const download = config.number('ModelDataDownloadTimeoutInSeconds');
  const startup = config.number('ContainerStartupHealthCheckTimeoutInSeconds');
  return {
    inferenceAmi: ami === undefined ? undefined : amiOf(ami),
    volumeSize: volume === undefined ? undefined : call('Size.gibibytes', [number(volume)]),
    modelDataDownloadTimeout: download === undefined ? undefined : seconds(download),
    containerStartupHealthCheckTimeout: startup === undefined ? undefined : seconds(startup),
  };
}

const DRIVES = 'SageMaker ignores it for instance types with NVMe drives, and the library rejects it';

/** Whether instances use NVMe drives instead of a volume. */
function hasDrives(variant: VariantFields): boolean {
  return instanceTypesOf(variant).some((type) => InstanceType.of(type).hasLocalStorage);
}

/** The key of the volumes. */
export function mapVolumeKey(config: Fields, variants: VariantFields[], context: Context): Expression | undefined {
  if (variants.some(hasDrives)) config.list('KmsKeyId', DRIVES, 'none: the hardware encrypts the drives');
  const key = variants.some(hasDrives) ? undefined : config.text('KmsKeyId');
  return key === undefined ? undefined : context.key(key);
}

function amiOf(version: string): Expression {
  const [name] =
    Object.entries(InferenceAmi).find(([, value]) => value instanceof InferenceAmi && value.version === version) ?? [];
  return name === undefined ? call('InferenceAmi.of', [text(version)]) : constant('InferenceAmi', name);
}

/**
 * The routing strategy, unless it is the default of the library for this kind of endpoint. RANDOM is the default of SageMaker.
 *
 * @param libraryDefault the default of the library
 */
export function mapRouting(
  { config }: VariantFields,
  libraryDefault: 'LEAST_OUTSTANDING_REQUESTS' | 'RANDOM',
): Expression | undefined {
  const strategy =
    config.object('RoutingConfig')?.choice('RoutingStrategy', ['RANDOM', 'LEAST_OUTSTANDING_REQUESTS']) ?? 'RANDOM';
  if (strategy === libraryDefault) return undefined;
  return constant('RoutingStrategy', strategy);
}

/** The library chooses the name of the variant of some kinds of endpoints. */
export function listOtherName({ config }: VariantFields, className: string): void {
  if (config.text('VariantName') === DEFAULT_VARIANT_NAME) return;
  config.list(
    'VariantName',
    `the variant of ${className} is named ${DEFAULT_VARIANT_NAME}, and SageMaker treats a variant with a different name as a new variant`,
    'if the app scales, deploy it first with `Scaling.none()`, because a rollback could not restore the scaling of the old variant, and then with its scaling. Change alarms and dashboards on the old name',
  );
}
