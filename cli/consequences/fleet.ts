import { isDeepStrictEqual } from 'util';
import { queueReasons } from './asynchronous';
import { differences, words } from './differences';
import { Container, Endpoint, Properties, ServedModel, Variant } from './endpoint';
import { Deployment, fileChanges, publicationOf } from './model-files';
import { ResourceChange } from './resource-changes';
import { strategyChanges } from './strategy-changes';

/** Whether an update starts a fleet: `possible` where the documents of AWS leave it open. */
export type NewFleet = 'yes' | 'no' | 'possible';

export interface FleetChange {
  readonly newFleet: NewFleet;
  /** The properties that change, as phrases. */
  readonly reasons: string[];
}

/** What the library calls the properties of CloudFormation. */
const NAMES: Record<string, string> = {
  InstanceType: 'instanceType',
  InstancePools: 'instancePools',
  InitialInstanceCount: 'instanceCount',
  InitialVariantWeight: 'weight',
  VolumeSizeInGB: 'volumeSize',
  ModelDataDownloadTimeoutInSeconds: 'modelDataDownloadTimeout',
  ContainerStartupHealthCheckTimeoutInSeconds: 'containerStartupHealthCheckTimeout',
  InferenceAmiVersion: 'inferenceAmi',
  RoutingConfig: 'routingStrategy',
  VariantInstanceProvisionTimeoutInSeconds: 'instanceProvisionTimeout',
  CapacityReservationConfig: 'mlReservationArn',
  DataCaptureConfig: 'dataCapture',
  KmsKeyId: 'encryptionKey',
  VpcConfig: 'vpc',
  EnableNetworkIsolation: 'networkIsolation',
  EnableSSMAccess: 'ssmAccess',
  CoreDumpConfig: 'coreDumps',
  ImageConfig: 'the registry of the image',
  ModelPackageName: 'the model package',
  ExecutionRoleArn: 'the execution role',
  MultiModelConfig: 'modelCacheSetting',
};

/** Why SageMaker replaces the instances of an endpoint that stays. */
export function fleetChange(
  [before, old]: [Endpoint, Deployment],
  [after, fresh]: [Endpoint, Deployment],
  changes: Map<string, ResourceChange>,
): FleetChange {
  const change = changes.get(after.id);
  const called = change?.properties.filter((name) => name !== 'Tags') ?? [];
  if (called.length === 0) return { newFleet: 'no', reasons: [] };
  if (called.includes('EndpointConfigName')) {
    const reasons = [
      ...configReasons(before, after),
      ...variantChanges(before, after).reasons,
      ...after.variants.flatMap((variant) => {
        const was = before.variants.find(({ name }) => name === variant.name);
        return was ? variantReasons([was, old], [variant, fresh], after.variants.length > 1) : [];
      }),
    ];
    return {
      newFleet: 'yes',
      reasons: reasons.length > 0 ? [...new Set(reasons)] : [replacedReference(after, changes)],
    };
  }
  return { newFleet: 'possible', reasons: called.flatMap((name) => updateReasons(name, before, after)) };
}

/** Variants that come, go, or have another name. */
export function variantChanges(before: Endpoint, after: Endpoint): { reasons: string[]; names: string[] } {
  const added = after.variants.filter(({ name }) => !before.variants.some((other) => other.name === name));
  const removed = before.variants.filter(({ name }) => !after.variants.some((other) => other.name === name));
  if (added.length === 1 && removed.length === 1 && isSame(removed[0], added[0])) {
    const [[from], [to]] = [removed, added];
    return { reasons: [`variant ${from.name} is renamed to ${to.name}`], names: [from.name, to.name] };
  }
  return {
    reasons: [
      ...added.map(({ name }) => `variant ${name} is added`),
      ...removed.map(({ name }) => `variant ${name} is removed`),
    ],
    names: [...added, ...removed].map(({ name }) => name),
  };
}

/** Whether two variants serve with the same image on the same instances. */
function isSame(one: Variant, other: Variant): boolean {
  const image = ({ models }: Variant): unknown => models[0]?.container.Image;
  return isDeepStrictEqual(one.instanceTypes, other.instanceTypes) && image(one) === image(other);
}

function configReasons({ config: before }: Endpoint, { config: after }: Endpoint): string[] {
  const names = namesIn(before, after).filter((name) => !name.endsWith('ProductionVariants'));
  return names.flatMap((name) =>
    name === 'AsyncInferenceConfig'
      ? queueReasons(before[name], after[name])
      : propertyReason(name, before[name], after[name], ''),
  );
}

function variantReasons(
  [before, old]: [Variant, Deployment],
  [after, fresh]: [Variant, Deployment],
  several: boolean,
): string[] {
  const place = several ? ` of variant ${after.name}` : '';
  const names = namesIn(before.properties, after.properties).filter((name) => name !== 'ModelName');
  return [
    ...after.models.flatMap((model, index) => {
      const was = before.models[index];
      return was ? modelReasons([was, old], [model, fresh], place) : [];
    }),
    ...names.flatMap((name) => propertyReason(name, before.properties[name], after.properties[name], place)),
  ];
}

function modelReasons(
  [before, old]: [ServedModel, Deployment],
  [after, fresh]: [ServedModel, Deployment],
  place: string,
): string[] {
  const names = namesIn(before.properties, after.properties).filter(
    (name) => name !== 'PrimaryContainer' && name !== 'Tags',
  );
  return [
    ...dataReasons([before, old], [after, fresh], place),
    ...containerReasons(before.container, after.container, place),
    ...names.flatMap((name) => propertyReason(name, before.properties[name], after.properties[name], place)),
  ];
}

function containerReasons(before: Container, after: Container, place: string): string[] {
  const { Environment: old = {} } = before;
  // The image and the variables of a model package are not in the template.
  const packages = propertyReason('ModelPackageName', before.ModelPackageName, after.ModelPackageName, place);
  if (packages.length > 0) return packages;
  const { Environment: fresh = {} } = after;
  const skipped = ['Image', 'Environment', 'ModelDataUrl', 'ModelDataSource'];
  return [
    ...(before.Image === after.Image
      ? []
      : [`image${place} changes from ${imageName(before, after)} to ${imageName(after, before)}`]),
    ...namesIn(old, fresh)
      .filter((name) => old[name] !== fresh[name])
      .flatMap((name) => differences(old[name], fresh[name], `environment variable ${name}${place}`)),
    ...namesIn(before, after)
      .filter((name) => !skipped.includes(name))
      .flatMap((name) => propertyReason(name, before[name], after[name], place)),
  ];
}

/** The registry is only worth naming where it makes the difference. */
function imageName({ Image: image = 'none' }: Container, { Image: other = 'none' }: Container): string {
  const short = (uri: string): string => uri.split('/').at(-1) ?? uri;
  return short(image) === short(other) ? image : short(image);
}

function dataReasons(
  [before, old]: [ServedModel, Deployment],
  [after, fresh]: [ServedModel, Deployment],
  place: string,
): string[] {
  if (before.dataUri === after.dataUri) return [];
  const files = publicationOf(before.dataUri, old)?.files;
  const others = publicationOf(after.dataUri, fresh)?.files;
  if (!files || !others) return [`the model data${place} changes`];
  if (after.container.Mode === 'MultiModel') return archiveChanges(files, others).map((change) => `model ${change}`);
  const changed = fileChanges(files, others).map((change) => `${change}${place}`);
  return changed.length > 0 ? changed : [`the location of the model data${place} changes`];
}

function archiveChanges(before: Parameters<typeof fileChanges>[0], after: Parameters<typeof fileChanges>[1]): string[] {
  return fileChanges(before, after).map((change) => change.replace('.tar.gz', ''));
}

function propertyReason(name: string, before: unknown, after: unknown, place: string): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const called = `${NAMES[name] ?? name}${place}`;
  if (isSimple(before) && isSimple(after)) return differences(before, after, called);
  if (before === undefined) return [`${called} is set`];
  return [after === undefined ? `${called} is no longer set` : `${called} changes`];
}

function isSimple(value: unknown): boolean {
  return value === undefined || typeof value !== 'object';
}

function updateReasons(name: string, before: Endpoint, after: Endpoint): string[] {
  const [old, fresh] = [before.properties[name], after.properties[name]] as (Properties | undefined)[];
  if (name !== 'DeploymentConfig') return propertyReason(name, old, fresh, '');
  const alarms = (config: Properties = {}): unknown => config.AutoRollbackConfiguration;
  const rest = (config: Properties = {}): Properties => ({ ...config, AutoRollbackConfiguration: undefined });
  return [
    ...strategyChanges(rest(old), rest(fresh)),
    ...(isDeepStrictEqual(alarms(old), alarms(fresh)) ? [] : ['the rollback alarms change']),
  ];
}

/** A resource that something in the endpoint's configuration refers to. */
function replacedReference({ configId, variants }: Endpoint, changes: Map<string, ResourceChange>): string {
  const models = variants.flatMap(({ models: each }) => each.map(({ id }) => id));
  const [model] = models.flatMap((id) => changes.get(id) ?? []);
  const change = model ?? changes.get(configId);
  const names = change?.properties.map((name) => NAMES[name] ?? name) ?? [];
  return names.length > 0
    ? `${words(names.join(', '))} refers to a resource that is replaced`
    : 'its endpoint configuration is a different resource';
}

function namesIn(before: object, after: object): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}
