import { sageMakerWithRole, rejectRequest } from '../call';
import { ContainerDefinition, containersOf, CreateModelInput } from './inputs';
import { modelDataOf, readModelData } from './model-data';
import type { SageMakerState, Model } from './state';

export async function createModel(state: SageMakerState, input: CreateModelInput): Promise<object> {
  const { account, models } = state;
  const name = input.ModelName;
  const arn = state.arn('model', name);
  if (models.has(name)) rejectRequest(`Cannot create already existing model "${arn}".`);
  if (Boolean(input.PrimaryContainer) === Boolean(input.Containers))
    rejectRequest('You must provide either a primary container or a list of containers, not both.');
  if (!input.ExecutionRoleArn) rejectRequest('ExecutionRoleArn is required for a model that is hosted.');
  validateContainers(input);
  await requestCredentials(state, input);
  const model: Model = { name, arn, input, created: account.now() };
  await checkModelData(state, model);
  models.set(name, model);
  return { ModelArn: arn };
}

export function describeModel(state: SageMakerState, name: string): object {
  const { arn, input, created } = modelOf(state, name);
  const { Tags: _, ...description } = input;
  return { EnableNetworkIsolation: false, ...description, ModelArn: arn, CreationTime: new Date(created) };
}

/** DeleteModel. Deletes the model even if an endpoint uses it, and keeps the model data in S3. */
export function deleteModel(state: SageMakerState, name: string): object {
  state.models.delete(modelOf(state, name).name);
  return {};
}

export function modelOf({ models, arn }: SageMakerState, name: string): Model {
  return models.get(name) ?? rejectRequest(`Could not find model "${arn('model', name)}".`);
}

function validateContainers(input: CreateModelInput): void {
  let bytes = 0;
  for (const container of containersOf(input)) {
    const { Image, ModelPackageName, ModelDataUrl, ModelDataSource, Mode, Environment = {} } = container;
    if (!Image && !ModelPackageName) rejectRequest('A container definition requires an Image or a ModelPackageName.');
    validateRegistry(input, container);
    if (ModelDataUrl && ModelDataSource)
      rejectRequest('Only one of ModelDataUrl and ModelDataSource can be specified.');
    if (ModelDataSource && Mode === 'MultiModel')
      rejectRequest('ModelDataSource is not supported for multi-model endpoints.');
    if (Mode === 'MultiModel' && !ModelDataUrl) rejectRequest('A multi-model container requires ModelDataUrl.');
    const source = ModelDataSource?.S3DataSource;
    if (source?.S3DataType === 'S3Prefix' && !source.S3Uri.endsWith('/'))
      rejectRequest(`The S3Uri "${source.S3Uri}" of a prefix must end with a forward slash (/).`);
    if (source?.S3DataType === 'S3Prefix' && source.CompressionType === 'Gzip')
      rejectRequest('CompressionType Gzip requires S3DataType S3Object.');
    bytes += Object.entries(Environment).reduce((sum, [key, value]) => sum + Buffer.byteLength(key + value), 0);
  }
  if (bytes > 32 * 1024) rejectRequest('The environment variables of the containers must be at most 32 KB together.');
}

function validateRegistry({ VpcConfig }: CreateModelInput, { Image, ImageConfig }: ContainerDefinition): void {
  const isPrivate = ImageConfig?.RepositoryAccessMode === 'Vpc';
  if (Image && !isPrivate && !/^\d{12}\.dkr\.ecr\./.test(Image))
    rejectRequest(`Using non-ECR image "${Image}" without Vpc repository access mode is not supported.`);
  if (isPrivate && !VpcConfig) rejectRequest('A model with the repository access mode Vpc requires VpcConfig.');
}

/** Uses the execution role to invoke the function that returns credentials for a private registry, if there is one. */
async function requestCredentials({ account }: SageMakerState, input: CreateModelInput): Promise<void> {
  const principal = sageMakerWithRole(input.ExecutionRoleArn);
  for (const { ImageConfig } of containersOf(input)) {
    const FunctionName = ImageConfig?.RepositoryAuthConfig?.RepositoryCredentialsProviderArn;
    if (FunctionName)
      await account.call({ principal, service: 'lambda', operation: 'Invoke', input: { FunctionName } });
  }
}

async function checkModelData(state: SageMakerState, model: Model): Promise<void> {
  const role = model.input.ExecutionRoleArn;
  for (const data of modelDataOf(model)) {
    try {
      await readModelData(state.account, role, data);
    } catch (error) {
      const { name } = error as Error;
      if (['NoSuchKey', 'NotFound', 'NoSuchBucket'].includes(name))
        rejectRequest(`Could not find model data at ${data.uri}.`);
      rejectRequest(
        `Could not access model data at ${data.uri}. Please ensure that the role "${role}" exists and that its trust relationship policy allows the action "sts:AssumeRole" for the service principal "sagemaker.amazonaws.com". Also ensure that the role has "s3:GetObject" permissions and that the object is located in ${state.account.region}. If your Model uses multiple models or uncompressed models, please ensure that the role has "s3:ListBucket" permission.`,
      );
    }
  }
}
