import { containersOf } from './inputs';
import type { ContainerDefinition, CreateModelInput } from './inputs';
import { refuse } from './errors';
import { modelDataOf, readModelData } from './model-data';
import type { Hosting, Model } from './state';
import { putTags } from './tags';

export async function createModel(hosting: Hosting, input: CreateModelInput): Promise<object> {
  const { world, models } = hosting;
  const name = input.ModelName;
  const arn = hosting.arn('model', name);
  if (models.has(name)) refuse(`Cannot create already existing model "${arn}".`);
  if (Boolean(input.PrimaryContainer) === Boolean(input.Containers))
    refuse('You must provide either a primary container or a list of containers, not both.');
  if (!input.ExecutionRoleArn) refuse('ExecutionRoleArn is required for a model that is hosted.');
  validateContainers(input);
  await requestCredentials(hosting, input);
  const model: Model = { name, arn, input, created: world.now() };
  await checkModelData(hosting, model);
  models.set(name, model);
  putTags(hosting, arn, input.Tags);
  return { ModelArn: arn };
}

export function describeModel(hosting: Hosting, name: string): object {
  const { arn, input, created } = modelOf(hosting, name);
  const { Tags: _, ...description } = input;
  return { EnableNetworkIsolation: false, ...description, ModelArn: arn, CreationTime: new Date(created) };
}

/** Only the entry goes. Endpoints that use it are not looked at. */
export function deleteModel(hosting: Hosting, name: string): object {
  const { arn } = modelOf(hosting, name);
  hosting.models.delete(name);
  hosting.tags.delete(arn);
  return {};
}

export function modelOf({ models, arn }: Hosting, name: string): Model {
  return models.get(name) ?? refuse(`Could not find model "${arn('model', name)}".`);
}

function validateContainers(input: CreateModelInput): void {
  let bytes = 0;
  for (const container of containersOf(input)) {
    const { Image, ModelPackageName, ModelDataUrl, ModelDataSource, Mode, Environment = {} } = container;
    if (!Image && !ModelPackageName) refuse('A container definition requires an Image or a ModelPackageName.');
    validateRegistry(input, container);
    if (ModelDataUrl && ModelDataSource) refuse('Only one of ModelDataUrl and ModelDataSource can be specified.');
    if (ModelDataSource && Mode === 'MultiModel') refuse('ModelDataSource is not supported for multi-model endpoints.');
    if (Mode === 'MultiModel' && !ModelDataUrl) refuse('A multi-model container requires ModelDataUrl.');
    const source = ModelDataSource?.S3DataSource;
    if (source?.S3DataType === 'S3Prefix' && !source.S3Uri.endsWith('/'))
      refuse(`The S3Uri "${source.S3Uri}" of a prefix must end with a forward slash (/).`);
    if (source?.S3DataType === 'S3Prefix' && source.CompressionType === 'Gzip')
      refuse('CompressionType Gzip requires S3DataType S3Object.');
    bytes += Object.entries(Environment).reduce((sum, [key, value]) => sum + Buffer.byteLength(key + value), 0);
  }
  if (bytes > 32 * 1024) refuse('The environment variables of the containers must be at most 32 KB together.');
}

function validateRegistry({ VpcConfig }: CreateModelInput, { Image, ImageConfig }: ContainerDefinition): void {
  const isPrivate = ImageConfig?.RepositoryAccessMode === 'Vpc';
  if (Image && !isPrivate && !/^\d{12}\.dkr\.ecr\./.test(Image))
    refuse(`Using non-ECR image "${Image}" without Vpc repository access mode is not supported.`);
  if (isPrivate && !VpcConfig) refuse('A model with the repository access mode Vpc requires VpcConfig.');
}

/** The function that returns the credentials for a private registry is called with the execution role. */
async function requestCredentials({ world }: Hosting, input: CreateModelInput): Promise<void> {
  const principal = { role: input.ExecutionRoleArn, service: 'sagemaker.amazonaws.com' };
  for (const { ImageConfig } of containersOf(input)) {
    const FunctionName = ImageConfig?.RepositoryAuthConfig?.RepositoryCredentialsProviderArn;
    if (FunctionName) await world.call({ principal, service: 'lambda', operation: 'Invoke', input: { FunctionName } });
  }
}

async function checkModelData(hosting: Hosting, model: Model): Promise<void> {
  const role = model.input.ExecutionRoleArn;
  for (const data of modelDataOf(model)) {
    try {
      await readModelData(hosting.world, role, data);
    } catch (error) {
      const { name } = error as Error;
      if (['NoSuchKey', 'NotFound', 'NoSuchBucket'].includes(name)) refuse(`Could not find model data at ${data.uri}.`);
      refuse(
        `Could not access model data at ${data.uri}. Please ensure that the role "${role}" exists and that its trust relationship policy allows the action "sts:AssumeRole" for the service principal "sagemaker.amazonaws.com". Also ensure that the role has "s3:GetObject" permissions and that the object is located in ${hosting.world.region}. If your Model uses multiple models or uncompressed models, please ensure that the role has "s3:ListBucket" permission.`,
      );
    }
  }
}
