import { isDeepStrictEqual } from 'util';
import { Container, TemplateEndpoint, TemplateVariant, VariantModel } from '../assembly/endpoints';
import { Deployment, publicationOf } from '../assembly/publications';
import { Properties } from '../assembly/template';
import { asyncConfigChanges } from './asynchronous';
import { DeployedEndpoint, variantSuffix } from './consequence';
import { differences, fileChanges, renameFields } from './differences';
import { ResourceChange } from './resource-changes';
import { strategyChanges } from './update-strategy';

/**
 * Whether an update starts a new fleet (new instances for the endpoint): `possible` if the AWS documentation does not specify this case.
 */
export type NewFleet = 'yes' | 'no' | 'possible';

export interface FleetChange {
  readonly newFleet: NewFleet;
  /** The changed properties, as phrases. */
  readonly reasons: string[];
}

/** The library's names of CloudFormation properties. */
const LIBRARY_NAMES: Record<string, string> = {
  InstanceType: 'instanceType',
  InstancePools: 'instancePools',
  InitialInstanceCount: 'instanceCount',
  InitialVariantWeight: 'weight',
  VolumeSizeInGB: 'volumeSize',
  ModelDataDownloadTimeoutInSeconds: 'modelDataDownloadTimeout',
  ContainerStartupHealthCheckTimeoutInSeconds: 'containerStartupHealthCheckTimeout',
  InferenceAmiVersion: 'inferenceAmi',
  RoutingConfig: 'routingStrategy',
  VariantInstanceProvisionTimeoutInSeconds: 'VariantInstanceProvisionTimeoutInSeconds',
  CapacityReservationConfig: 'CapacityReservationConfig',
  DataCaptureConfig: 'dataCapture',
  KmsKeyId: 'encryptionKey',
  VpcConfig: 'vpc',
  EnableNetworkIsolation: 'networkIsolation',
  EnableSSMAccess: 'EnableSSMAccess',
  ImageConfig: 'the registry of the image',
  ModelPackageName: 'the model package',
  ExecutionRoleArn: 'the execution role',
  MultiModelConfig: 'modelCacheSetting',
  MinInstanceCount: 'minInstanceCount',
  MaxInstanceCount: 'maxInstanceCount',
  Strategy: 'scaleIn',
  MaximumStepSize: 'maximumStepSize of scaleIn',
  CooldownInMinutes: 'cooldown of scaleIn',
};

/** The deployments before and after the update. */
export interface Deployments {
  readonly before: Deployment;
  readonly after: Deployment;
}

/** Finds the reasons why SageMaker replaces the instances of an endpoint. */
export function fleetChange(
  { endpoint: before, deployment: oldDeployment }: DeployedEndpoint,
  { endpoint: after, deployment: newDeployment }: DeployedEndpoint,
  changes: Map<string, ResourceChange>,
): FleetChange {
  const deployments = { before: oldDeployment, after: newDeployment };
  const changedProperties = changes.get(after.id)?.properties.filter((name) => name !== 'Tags') ?? [];
  if (changedProperties.length === 0) return { newFleet: 'no', reasons: [] };
  if (changedProperties.includes('EndpointConfigName')) {
    const reasons = [
      ...(before.hasComponents === after.hasComponents ? [] : [describeKind(after)]),
      ...configReasons(before, after),
      ...variantChanges(before, after).reasons,
      ...after.hosts.flatMap((variant) => {
        const oldVariant = before.hosts.find(({ name }) => name === variant.name);
        return oldVariant ? variantReasons(oldVariant, variant, deployments, after.hosts.length > 1) : [];
      }),
    ];
    return {
      // AWS does not document what an update of an endpoint with inference components does to its instances.
      newFleet: before.hasComponents || after.hasComponents ? 'possible' : 'yes',
      reasons: reasons.length > 0 ? [...new Set(reasons)] : [describeReplacedReference(after, changes)],
    };
  }
  return { newFleet: 'possible', reasons: changedProperties.flatMap((name) => endpointReasons(name, before, after)) };
}

function describeKind({ hasComponents }: TemplateEndpoint): string {
  return hasComponents
    ? 'the endpoint has inference components instead of models'
    : 'the endpoint has models instead of inference components';
}

/** Describes the variants that are added, removed or renamed. */
export function variantChanges(
  before: TemplateEndpoint,
  after: TemplateEndpoint,
): { reasons: string[]; names: string[] } {
  const addedVariants = after.hosts.filter(({ name }) => !before.hosts.some((other) => other.name === name));
  const removedVariants = before.hosts.filter(({ name }) => !after.hosts.some((other) => other.name === name));
  if (
    addedVariants.length === 1 &&
    removedVariants.length === 1 &&
    haveSameInstances(removedVariants[0], addedVariants[0])
  ) {
    const [[from], [to]] = [removedVariants, addedVariants];
    return { reasons: [`variant ${from.name} is renamed to ${to.name}`], names: [from.name, to.name] };
  }
  return {
    reasons: [
      ...addedVariants.map(({ name }) => `variant ${name} is added`),
      ...removedVariants.map(({ name }) => `variant ${name} is removed`),
    ],
    names: [...addedVariants, ...removedVariants].map(({ name }) => name),
  };
}

/** Whether two variants have the same image and the same instance types. */
function haveSameInstances(before: TemplateVariant, after: TemplateVariant): boolean {
  const imageOf = ({ models }: TemplateVariant): unknown => models[0]?.container.Image;
  return isDeepStrictEqual(before.instanceTypes, after.instanceTypes) && imageOf(before) === imageOf(after);
}

function configReasons({ config: before }: TemplateEndpoint, { config: after }: TemplateEndpoint): string[] {
  const names = keysOf(before, after).filter((name) => !name.endsWith('ProductionVariants'));
  return names.flatMap((name) =>
    name === 'AsyncInferenceConfig'
      ? asyncConfigChanges(before[name], after[name])
      : propertyReason(name, before[name], after[name], ''),
  );
}

function variantReasons(
  before: TemplateVariant,
  after: TemplateVariant,
  deployments: Deployments,
  hasSeveral: boolean,
): string[] {
  const suffix = variantSuffix(after, hasSeveral);
  return [
    ...modelsReasons(before, after, deployments, suffix),
    ...propertyReasons(before.properties, after.properties, ['ModelName'], suffix),
  ];
}

/** Describes the changes of the models of a variant or component, as phrases. */
export function modelsReasons(
  before: TemplateVariant,
  after: TemplateVariant,
  deployments: Deployments,
  suffix = '',
): string[] {
  return after.models.flatMap((model, index) => {
    const oldModel = before.models[index];
    return oldModel ? modelReasons(oldModel, model, deployments, suffix) : [];
  });
}

function modelReasons(before: VariantModel, after: VariantModel, deployments: Deployments, suffix: string): string[] {
  return [
    ...dataReasons(before, after, deployments, suffix),
    ...containerReasons(before.container, after.container, suffix),
    ...propertyReasons(before.properties, after.properties, ['PrimaryContainer', 'Tags'], suffix),
  ];
}

function containerReasons(before: Container, after: Container, suffix: string): string[] {
  // The template contains neither the image nor the environment variables of a model package.
  const packageReasons = propertyReason('ModelPackageName', before.ModelPackageName, after.ModelPackageName, suffix);
  if (packageReasons.length > 0) return packageReasons;
  const { Environment: oldVariables = {} } = before;
  const { Environment: newVariables = {} } = after;
  return [
    ...(before.Image === after.Image
      ? []
      : [`image${suffix} changes from ${imageName(before, after)} to ${imageName(after, before)}`]),
    ...keysOf(oldVariables, newVariables)
      .filter((name) => oldVariables[name] !== newVariables[name])
      .flatMap((name) => differences(oldVariables[name], newVariables[name], `environment variable ${name}${suffix}`)),
    ...propertyReasons(before, after, ['Image', 'Environment', 'ModelDataUrl', 'ModelDataSource'], suffix),
  ];
}

/** The image name. Includes the registry only if the two images differ in nothing else. */
function imageName({ Image: image = 'none' }: Container, { Image: other = 'none' }: Container): string {
  const withoutRegistry = (uri: string): string => uri.split('/').at(-1) ?? uri;
  return withoutRegistry(image) === withoutRegistry(other) ? image : withoutRegistry(image);
}

function dataReasons(before: VariantModel, after: VariantModel, deployments: Deployments, suffix: string): string[] {
  if (before.dataUri === after.dataUri) return [];
  const oldFiles = publicationOf(before.dataUri, deployments.before)?.files;
  const newFiles = publicationOf(after.dataUri, deployments.after)?.files;
  if (!oldFiles || !newFiles) return [`the model data${suffix} changes`];
  const changes = fileChanges(oldFiles, newFiles);
  if (after.container.Mode === 'MultiModel') return changes.map((change) => `model ${change.replace('.tar.gz', '')}`);
  return changes.length > 0
    ? changes.map((change) => `${change}${suffix}`)
    : [`the location of the model data${suffix} changes`];
}

function propertyReasons(before: Properties, after: Properties, excluded: string[], suffix: string): string[] {
  return keysOf(before, after)
    .filter((name) => !excluded.includes(name))
    .flatMap((name) => propertyReason(name, before[name], after[name], suffix));
}

function propertyReason(name: string, before: unknown, after: unknown, suffix: string): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (name === 'ManagedInstanceScaling') return renameFields(differences(before, after), LIBRARY_NAMES);
  const label = `${LIBRARY_NAMES[name] ?? name}${suffix}`;
  if (isScalar(before) && isScalar(after)) return differences(before, after, label);
  if (before === undefined) return [`${label} is set`];
  return [after === undefined ? `${label} is no longer set` : `${label} changes`];
}

function isScalar(value: unknown): boolean {
  return value === undefined || typeof value !== 'object';
}

function endpointReasons(name: string, before: TemplateEndpoint, after: TemplateEndpoint): string[] {
  const [oldValue, newValue] = [before.properties[name], after.properties[name]] as (Properties | undefined)[];
  if (name !== 'DeploymentConfig') return propertyReason(name, oldValue, newValue, '');
  const alarmsOf = (config: Properties = {}): unknown => config.AutoRollbackConfiguration;
  const withoutAlarms = (config: Properties = {}): Properties => ({ ...config, AutoRollbackConfiguration: undefined });
  return [
    ...strategyChanges(withoutAlarms(oldValue), withoutAlarms(newValue)),
    ...(isDeepStrictEqual(alarmsOf(oldValue), alarmsOf(newValue)) ? [] : ['the rollback alarms change']),
  ];
}

/** Describes why the endpoint configuration changes although no property has a different value: it refers to a replaced resource. */
function describeReplacedReference(
  { configId, variants }: TemplateEndpoint,
  changes: Map<string, ResourceChange>,
): string {
  const modelIds = variants.flatMap(({ models }) => models.map(({ id }) => id));
  const [model] = modelIds.flatMap((id) => changes.get(id) ?? []);
  const change = model ?? changes.get(configId);
  const names = change?.properties.map((name) => LIBRARY_NAMES[name] ?? name) ?? [];
  return names.length > 0
    ? `${names.join(', ')} refers to a resource that is replaced`
    : 'its endpoint configuration is a different resource';
}

function keysOf(before: object, after: object): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}
