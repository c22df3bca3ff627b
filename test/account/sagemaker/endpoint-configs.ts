import { rejectRequest } from '../call';
import type { CreateEndpointConfigInput, ProductionVariant } from './inputs';
import { modelOf } from './models';
import { EndpointConfig, SageMakerState, SECOND } from './state';

/** Time during which requests do not find a new configuration (eventual consistency). */
const VISIBILITY_DELAY = 5 * SECOND;

/** Instance types with local storage, for which VolumeSizeInGB is not allowed. */
const LOCAL_STORAGE = /^ml\.(m5d|c5d|r5d|g4dn|g5|g6|g6e|g7e|gr6|p3dn|p4d|p4de|p5|p5e|p5en|p6[^.]*|i3en|trn1n?|trn2)\./;

export function createEndpointConfig(state: SageMakerState, input: CreateEndpointConfigInput): object {
  const { account, configs } = state;
  const name = input.EndpointConfigName;
  const arn = state.arn('endpoint-config', name);
  if (configs.has(name)) rejectRequest(`Cannot create already existing endpoint configuration "${arn}".`);
  const variants = [...input.ProductionVariants, ...(input.ShadowProductionVariants ?? [])];
  if (new Set(variants.map(({ VariantName }) => VariantName)).size < variants.length)
    rejectRequest('Variant names must be unique within an endpoint configuration.');
  if (input.ShadowProductionVariants && variants.length !== 2)
    rejectRequest('An endpoint with a shadow variant must have exactly one production variant and one shadow variant.');
  for (const variant of variants) validateVariant(state, input, variant);
  const created = account.now();
  const visibleFrom =
    created + (account.isSwitchedOn('sagemaker.configurations-become-visible-later') ? VISIBILITY_DELAY : 0);
  configs.set(name, { name, arn, input, created, visibleFrom });
  return { EndpointConfigArn: arn };
}

export function describeEndpointConfig(state: SageMakerState, name: string): object {
  const { arn, input, created } = requireConfig(state, name);
  const { Tags: _, ...description } = input;
  return { ...description, EndpointConfigArn: arn, CreationTime: new Date(created) };
}

/** Deletes the configuration even if an endpoint uses it. The endpoint can then no longer be updated. */
export function deleteEndpointConfig(state: SageMakerState, name: string): object {
  if (!state.configs.delete(name)) rejectMissing(state, name);
  return {};
}

/** Returns a configuration. Throws the error of SageMaker if the configuration does not exist or is not visible yet. */
export function requireConfig(state: SageMakerState, name: string): EndpointConfig {
  const config = state.configs.get(name);
  return config && state.account.now() >= config.visibleFrom ? config : rejectMissing(state, name);
}

function rejectMissing({ arn }: SageMakerState, name: string): never {
  return rejectRequest(`Could not find endpoint configuration "${arn('endpoint-config', name)}".`);
}

function validateVariant(state: SageMakerState, input: CreateEndpointConfigInput, variant: ProductionVariant): void {
  const label = `the variant "${variant.VariantName}"`;
  if (variant.ServerlessConfig) rejectRequest('Serverless variants are not simulated.');
  if (!variant.InstanceType) rejectRequest(`InstanceType is required for ${label}. Instance pools are not simulated.`);
  if (!variant.InitialInstanceCount) rejectRequest(`InitialInstanceCount is required for ${label}.`);
  if (variant.ModelName === undefined) validateHost(state, input, variant);
  else if (variant.ManagedInstanceScaling)
    rejectRequest('ManagedInstanceScaling is only supported for inference component endpoints.');
  if (variant.ModelName) modelOf(state, variant.ModelName);
  const typeWithStorage = LOCAL_STORAGE.test(variant.InstanceType) ? variant.InstanceType : undefined;
  if (variant.VolumeSizeInGB && typeWithStorage)
    rejectRequest(`VolumeSize parameter is not allowed for the selected Instance type ${typeWithStorage}.`);
  const { VpcConfig, ExecutionRoleArn } = input;
  if (VpcConfig && !ExecutionRoleArn)
    rejectRequest('VpcConfig of an endpoint configuration requires its ExecutionRoleArn.');
}

/** Regions in which managed instance scaling cannot scale in to zero instances. */
const WITHOUT_ZERO_INSTANCES = ['eu-west-3'];

/** Validates a variant that hosts inference components. */
function validateHost(
  { account }: SageMakerState,
  input: CreateEndpointConfigInput,
  { InitialInstanceCount, ManagedInstanceScaling: scaling }: ProductionVariant,
): void {
  if (!input.ExecutionRoleArn)
    rejectRequest('ExecutionRoleArn is required for an endpoint configuration whose variants have no ModelName.');
  if (input.ProductionVariants.some(({ ModelName }) => ModelName !== undefined))
    rejectRequest('ModelName must be specified for all variants of an endpoint configuration or for none.');
  if (account.isSwitchedOn('sagemaker.component-endpoints-are-not-asynchronous')) {
    const { AsyncInferenceConfig, ShadowProductionVariants, DataCaptureConfig } = input;
    for (const [name, value] of Object.entries({ AsyncInferenceConfig, ShadowProductionVariants, DataCaptureConfig }))
      if (value) rejectRequest(`${name} is not supported for inference component endpoints.`);
  }
  if (scaling?.Status !== 'ENABLED') return;
  const { MinInstanceCount: min = 0, MaxInstanceCount: max = InitialInstanceCount } = scaling;
  if (min === 0 && WITHOUT_ZERO_INSTANCES.includes(account.region))
    rejectRequest('Min instance count needs to be greater than 0 for enabled managed instance scaling');
  if (min > max) rejectRequest('MinInstanceCount must be at most MaxInstanceCount.');
  if (InitialInstanceCount < min || InitialInstanceCount > max)
    rejectRequest('InitialInstanceCount must be between MinInstanceCount and MaxInstanceCount.');
}
