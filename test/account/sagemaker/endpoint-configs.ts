import type { CreateEndpointConfigInput, ProductionVariant } from './inputs';
import { refuse } from './errors';
import { modelOf } from './models';
import { typesOf } from './pools';
import type { EndpointConfig, Hosting } from './state';
import { putTags } from './tags';

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
  configs.set(name, { name, arn, input, created: world.now() });
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
  const { arn } = configOf(hosting, name);
  hosting.configs.delete(name);
  hosting.tags.delete(arn);
  return {};
}

export function configOf({ configs, arn }: Hosting, name: string): EndpointConfig {
  return configs.get(name) ?? refuse(`Could not find endpoint configuration "${arn('endpoint-config', name)}".`);
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
    if (hosting.world.assumes('sagemaker.volume-size-refused-with-local-storage'))
      refuse(`VolumeSizeInGB cannot be specified for the instance type ${local}, which has local storage.`);
  const { VpcConfig, ExecutionRoleArn } = input;
  if (VpcConfig && !ExecutionRoleArn) refuse('VpcConfig of an endpoint configuration requires its ExecutionRoleArn.');
}
