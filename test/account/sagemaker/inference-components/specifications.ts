import { rejectRequest } from '../../call';
import type { ComponentInput, ComponentSpecification } from '../inputs';
import { containersOf } from '../inputs';
import { modelOf } from '../models';
import type { Endpoint, SageMakerState, Variant, ComponentVersion, Specification } from '../state';
import { fitsOnInstances, NO_ROOM } from './placement';

/** Validates the specifications in a request. Throws the error of SageMaker if they are invalid. */
export function createVersion(
  state: SageMakerState,
  endpoint: Endpoint,
  host: Variant,
  { Specification: input }: ComponentInput,
): ComponentVersion {
  if (!input) return rejectRequest('The simulated account requires a Specification.');
  const version = { specification: createSpecification(state, endpoint, input) };
  if (!fitsOnInstances(state.account, version, host)) {
    if (state.account.isSwitchedOn('sagemaker.too-large-copies-are-rejected')) rejectRequest(NO_ROOM);
  }
  return version;
}

function createSpecification(
  state: SageMakerState,
  { fleet: { config } }: Endpoint,
  input: ComponentSpecification,
): Specification {
  const { ModelName, ComputeResourceRequirements: resources } = input;
  if (ModelName === undefined) return rejectRequest('A specification without a model is not simulated.');
  if (!resources) rejectRequest('ComputeResourceRequirements is required.');
  if (resources.AcceleratorPartitionType) rejectRequest('Accelerator partitions are not simulated.');
  const { MinMemoryRequiredInMb: min, MaxMemoryRequiredInMb: max = Infinity } = resources;
  if (min > max) rejectRequest('MaxMemoryRequiredInMb must be greater than or equal to MinMemoryRequiredInMb.');
  const endpointRole = config.input.ExecutionRoleArn ?? '';
  const model = modelOf(state, ModelName);
  const containers = containersOf(model.input);
  if (containers.length > 1) rejectRequest('Inference pipelines are not supported for inference components.');
  if (containers[0].Mode === 'MultiModel')
    rejectRequest('Multi-model containers are not supported for inference components.');
  if (state.account.isSwitchedOn('sagemaker.component-network-comes-from-the-endpoint')) {
    if (model.input.VpcConfig && !config.input.VpcConfig)
      rejectRequest(
        'VpcConfig of a model for an inference component requires VpcConfig of the endpoint configuration.',
      );
    if (model.input.EnableNetworkIsolation && !config.input.EnableNetworkIsolation)
      rejectRequest('EnableNetworkIsolation of the model differs from the endpoint configuration.');
  }
  const usesModelRole = state.account.isSwitchedOn('sagemaker.copies-use-the-role-of-their-model');
  return { input, model, role: usesModelRole ? model.input.ExecutionRoleArn : endpointRole };
}

/** The specification of an update. AWS does not document whether absent members keep their values. */
export function mergedInput(
  { account }: SageMakerState,
  { specification: { input: current } }: ComponentVersion,
  input: ComponentInput,
): ComponentInput {
  if (!input.Specification || !account.isSwitchedOn('sagemaker.component-updates-are-merged')) return input;
  return { ...input, Specification: { ...current, ...input.Specification } };
}
