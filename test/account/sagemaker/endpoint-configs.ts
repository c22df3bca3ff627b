import type { CreateEndpointConfigInput, ProductionVariant } from './inputs';
import { refuse } from './errors';
import { modelOf } from './models';
import { typesOf } from './pools';
import { SECOND } from './state';
import type { EndpointConfig, Hosting } from './state';
import { putTags } from './tags';

/** How long reads may not find a configuration that was created. */
const LATE = 5 * SECOND;

/** Instance types with local storage: a volume's size cannot be chosen. */
const LOCAL_STORAGE = /^ml\.(m5d|c5d|r5d|g4dn|g5|g6|g6e|g7e|gr6|p3dn|p4d|p4de|p5|p5e|p5en|p6[^.]*|i3en|trn1n?|trn2)\./;

export function createEndpointConfig(hosting: Hosting, input: CreateEndpointConfigInput): object {
  const { world, configs } = hosting;
  const name = input.EndpointConfigName;
  const arn = hosting.arn('endpoint-config', name);
  if (configs.has(name)) refuse(`Cannot create already existing endpoint configuration "${arn}".`);
  const variants = [...input.ProductionVariants, ...(input.ShadowProductionVariants ?? [])];
  if (new Set(variants.map(({ VariantName }) => VariantName)).size < variants.length)
    refuse('Variant names must be unique within an endpoint configuration.');
  if (input.ShadowProductionVariants && variants.length !== 2)
    refuse('An endpoint with a shadow variant must have exactly one production variant and one shadow variant.');
  for (const variant of variants) validateVariant(hosting, input, variant);
  const created = world.now();
  const known = created + (world.assumes('sagemaker.configurations-are-known-late') ? LATE : 0);
  configs.set(name, { name, arn, input, created, known });
  putTags(hosting, arn, input.Tags);
  return { EndpointConfigArn: arn };
}

export function describeEndpointConfig(hosting: Hosting, name: string): object {
  const { arn, input, created } = configOf(hosting, name);
  const { Tags: _, ...description } = input;
  return { ...description, EndpointConfigArn: arn, CreationTime: new Date(created) };
}

/** Only the configuration goes, even if an endpoint uses it. That endpoint can then not be updated any more. */
export function deleteEndpointConfig(hosting: Hosting, name: string): object {
  const { arn } = hosting.configs.get(name) ?? refuseMissing(hosting, name);
  hosting.configs.delete(name);
  hosting.tags.delete(arn);
  return {};
}

/** As a read finds it. */
export function configOf(hosting: Hosting, name: string): EndpointConfig {
  const config = hosting.configs.get(name);
  return config && hosting.world.now() >= config.known ? config : refuseMissing(hosting, name);
}

function refuseMissing({ arn }: Hosting, name: string): never {
  return refuse(`Could not find endpoint configuration "${arn('endpoint-config', name)}".`);
}

function validateVariant(hosting: Hosting, input: CreateEndpointConfigInput, variant: ProductionVariant): void {
  const at = `the variant "${variant.VariantName}"`;
  if (!variant.ModelName) refuse(`ModelName is required for ${at}: inference components are not simulated.`);
  if (variant.ServerlessConfig) refuse('Serverless variants are not simulated.');
  const { InstanceType, InstancePools } = variant;
  if (Boolean(InstanceType) === Boolean(InstancePools))
    refuse(`Exactly one of InstanceType and InstancePools is required for ${at}.`);
  if (!variant.InitialInstanceCount) refuse(`InitialInstanceCount is required for ${at}.`);
  if (variant.ManagedInstanceScaling)
    refuse('ManagedInstanceScaling is only supported for inference component endpoints.');
  for (const name of [
    variant.ModelName,
    ...(InstancePools ?? []).flatMap(({ ModelNameOverride }) => ModelNameOverride ?? []),
  ])
    modelOf(hosting, name);
  const local = typesOf(variant).find((type) => LOCAL_STORAGE.test(type));
  if (variant.VolumeSizeInGB && local)
    refuse(`VolumeSize parameter is not allowed for the selected Instance type ${local}.`);
  const { VpcConfig, ExecutionRoleArn } = input;
  if (VpcConfig && !ExecutionRoleArn) refuse('VpcConfig of an endpoint configuration requires its ExecutionRoleArn.');
}
