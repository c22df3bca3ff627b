import { rejectRequest } from '../../call';
import type { ComponentInput, ComponentSpecification } from '../inputs';
import { containersOf } from '../inputs';
import { modelOf } from '../models';
import type { Endpoint, Model, SageMakerState, Variant, ComponentVersion, Specification } from '../state';
import { instanceTypesOf } from '../variants';
import { fitsOnInstances, NO_ROOM } from './placement';

/** Entries that SageMaker supports in the environment of a container in a specification. */
const MAX_VARIABLES = 16;

/** Validates the specifications in a request. Throws the error of SageMaker if they are invalid. */
export function createVersion(
  state: SageMakerState,
  endpoint: Endpoint,
  host: Variant,
  { InferenceComponentName, Specification: single, Specifications: list }: ComponentInput,
): ComponentVersion {
  if (Boolean(single) === Boolean(list))
    rejectRequest('Exactly one of Specification and Specifications must be specified.');
  if (single?.InstanceType) rejectRequest('InstanceType can only be specified in Specifications.');
  const types = (list ?? []).map(({ InstanceType }) => InstanceType);
  const unknown = types.find((type) => type === undefined || !instanceTypesOf(host.config).includes(type));
  if (list && (unknown !== undefined || types.includes(undefined)))
    rejectRequest(`The variant ${host.name} has no instance pool of the type ${unknown}.`);
  const inputs = single ? [single] : (list ?? []);
  const version = {
    specifications: inputs.map((input) => createSpecification(state, endpoint, InferenceComponentName, input)),
  };
  if (!fitsOnInstances(state.account, version, host)) {
    if (state.account.isSwitchedOn('sagemaker.too-large-copies-are-rejected')) rejectRequest(NO_ROOM);
  }
  return version;
}

function createSpecification(
  state: SageMakerState,
  { fleet: { config } }: Endpoint,
  componentName: string,
  input: ComponentSpecification,
): Specification {
  const { ModelName, Container, ComputeResourceRequirements: resources, BaseInferenceComponentName } = input;
  if (BaseInferenceComponentName) rejectRequest('Adapter inference components are not simulated.');
  if (!resources) rejectRequest('ComputeResourceRequirements is required.');
  if (resources.AcceleratorPartitionType) rejectRequest('Accelerator partitions are not simulated.');
  const { MinMemoryRequiredInMb: min, MaxMemoryRequiredInMb: max = Infinity } = resources;
  if (min > max) rejectRequest('MaxMemoryRequiredInMb must be greater than or equal to MinMemoryRequiredInMb.');
  if (Boolean(ModelName) === Boolean(Container))
    rejectRequest('Exactly one of ModelName and Container must be specified.');
  const endpointRole = config.input.ExecutionRoleArn ?? '';
  if (ModelName === undefined)
    return { input, model: inlineModel(componentName, endpointRole, input), role: endpointRole };
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

/** The model of a specification that contains a container instead of the name of a model. */
function inlineModel(componentName: string, role: string, { Container }: ComponentSpecification): Model {
  const { Image, ArtifactUrl, Environment = {} } = Container ?? {};
  if (!Image) return rejectRequest('The container of a specification requires an Image.');
  if (Object.keys(Environment).length > MAX_VARIABLES)
    rejectRequest(`The environment of a container can have at most ${MAX_VARIABLES} entries.`);
  const input = {
    ModelName: componentName,
    ExecutionRoleArn: role,
    PrimaryContainer: { Image, Environment, ...(ArtifactUrl ? { ModelDataUrl: ArtifactUrl } : {}) },
  };
  return { name: componentName, arn: '', input: input as Model['input'], created: 0 };
}

/** The specification of an update. AWS does not document whether absent members keep their values. */
export function mergedInput(
  { account }: SageMakerState,
  { specifications: [{ input: current }] }: ComponentVersion,
  input: ComponentInput,
): ComponentInput {
  if (!input.Specification || !account.isSwitchedOn('sagemaker.component-updates-are-merged')) return input;
  const { ModelName, Container, ...kept } = current;
  const { ModelName: newModelName, Container: newContainer } = input.Specification;
  const model = newModelName || newContainer ? {} : { ModelName, Container };
  return { ...input, Specification: { ...kept, ...model, ...input.Specification } as ComponentSpecification };
}
