import { isObject } from '../input/shape';
import { Code } from '../app/code';
import { App, parseS3Uri } from './app';
import { Description, Json, objectsIn } from './description';
import { mapImage } from './image';
import { peek, refuse, take } from './take';
import { HIDDEN } from './secrets';

/** The variable with the model that the server loads. It has no effect on a multi-model endpoint. */
const DEFAULT_MODEL = 'SAGEMAKER_TRITON_DEFAULT_MODEL_NAME';

/** A container with Triton. */
export interface MappedContainer {
  readonly image?: Code;
  /** `server` of the endpoint. Undefined without variables. */
  readonly server?: Code;
  readonly isMultiModel: boolean;
  /** S3 URI of the model data. */
  readonly data: string;
  /** The model that the server loads. Undefined if the server chooses the only model of the repository. */
  readonly modelName?: string;
  /** The value by which an app of this library distinguishes the versions of the model's files. */
  readonly dataVersion?: string;
  readonly place: string;
}

/**
 * The only container of a SageMaker model.
 *
 * @throws if there are several
 */
export function containerOf(model: Json): Json {
  take(model, 'ModelArn', 'CreationTime', 'DeploymentRecommendation', 'ResponseMetadata');
  if (peek(model, 'InferenceExecutionConfig.Mode') === 'Serial') take(model, 'InferenceExecutionConfig');
  const containers = [model.PrimaryContainer ?? [], objectsIn('Containers', model.Containers)].flat().filter(isObject);
  if (containers.length === 1) return containers[0];
  throw new Error(
    `got ${containers.length} containers in a model; allowed: one: an inference pipeline cannot be imported, and neither can containers that requests ` +
      'choose. Serve the steps of a pipeline as an ensemble (docs/multi-model.md), or keep the endpoint with aws-cdk-lib/aws-sagemaker',
  );
}

/**
 * Maps a container.
 *
 * @param place the place of the container in the description
 * @throws if the container cannot be described with this library
 */
export function mapContainer(container: Json, place: string, instanceTypes: string[], app: App): MappedContainer {
  for (const name of ['AdditionalModelDataSources', 'ModelPackageName'])
    if (peek(container, name) !== undefined)
      refuse(`${place}.${name}`, container[name], 'model data of one source in S3, and an image');
  const environment = container.Environment ?? {};
  const uri = peek(container, 'Image');
  const variables = isObject(environment) ? Object.keys(environment) : [];
  if (typeof uri !== 'string' || !isTriton(uri, variables))
    return refuse(
      `${place}.Image`,
      uri,
      'an image of Triton, or a container with SAGEMAKER_TRITON_* variables. For other servers, use init (docs/bring-a-model.md), or see docs/language-models.md',
    );
  take(container, 'ContainerHostname', 'Image');
  const mode = peek(container, 'Mode') ?? 'SingleModel';
  if (['SingleModel', 'MultiModel'].includes(String(mode))) take(container, 'Mode');
  const isMultiModel = mode === 'MultiModel';
  const data = dataOf(container, place, isMultiModel);
  const modelName = isMultiModel ? undefined : take(environment, DEFAULT_MODEL);
  const dataVersion = take(environment, 'MODEL_DATA_VERSION', 'SAGEMAKER_MULTI_MODEL');
  return {
    image: mapImage(uri, place, instanceTypes, app),
    server: mapEnvironment(environment, `${place}.Environment`, app),
    isMultiModel,
    data,
    modelName: typeof modelName === 'string' ? modelName : undefined,
    dataVersion: typeof dataVersion === 'string' ? dataVersion : undefined,
    place,
  };
}

/** Whether the name of an image, or a variable of its container, belongs to Triton. */
const isTriton = (uri: string, variables: string[]): boolean =>
  /triton/i.test(uri) || variables.some((name) => name.startsWith('SAGEMAKER_TRITON_'));

/** The URI of the model data, which SageMaker can return in two forms at the same time. */
function dataOf(container: Json, place: string, isMultiModel: boolean): string {
  const source = peek(container, 'ModelDataSource.S3DataSource');
  const isArchive = peek(source, 'CompressionType') !== 'None';
  const url = take(container, 'ModelDataUrl');
  const data = take(source, 'S3Uri', 'S3DataType', 'CompressionType', 'ETag') ?? url;
  const allowed =
    'the S3 URI of an archive that ends with .tar.gz, or of uncompressed files: an image that contains its models is not supported, and the library recognizes an archive by its name';
  if (
    typeof data !== 'string' ||
    parseS3Uri(data) === undefined ||
    (!isMultiModel && isArchive !== data.endsWith('.tar.gz'))
  )
    return refuse(`${place}.ModelDataUrl`, data, allowed);
  return data;
}

/** The variables of a container. A secret becomes a reference to AWS Secrets Manager. */
function mapEnvironment(environment: unknown, place: string, app: App): Code | undefined {
  const { code, identity } = app;
  const entries = Object.entries(environment ?? {}).flatMap(([name, value]): [string, Code][] => {
    if (typeof value !== 'string' || name === DEFAULT_MODEL) return [];
    take(environment, name);
    if (value !== HIDDEN) return [[name, code.text(value)]];
    const secretName = `${identity.endpointName}/${name}`;
    app.note(
      `${place}.${name}`,
      HIDDEN,
      `create the secret ${secretName} in AWS Secrets Manager with this value, or change the code: CloudFormation reads the value in each deployment`,
    );
    const secret = code.call('SecretValue.secretsManager', [code.text(secretName)]);
    return [[name, `${secret}.${code.name('unsafeUnwrap')}()`]];
  });
  return entries.length === 0 ? undefined : code.struct('ServerOptions', { environment: code.table(entries) });
}

/** @throws if the model is not described */
export function modelNamed(name: string, { models }: Description): Json {
  const allowed = `a model whose description is known: add the output of 'aws sagemaker describe-model --model-name ${name}' to the folder of --description`;
  return models.find(({ ModelName }) => ModelName === name) ?? refuse('ModelName', name, allowed);
}

/** The model of a container: its files in S3, and its configuration in the app. */
export function modelOf(container: MappedContainer, app: App): Code {
  const { code, configurations } = app;
  const { data, dataVersion, place, modelName } = container;
  const { bucket, key } = parseS3Uri(data) ?? { bucket: '', key: '' };
  if (dataVersion === undefined)
    app.note(
      `${place}: version of the model data`,
      data,
      'the description does not contain it. Pass the version ID or the ETag of the object as the third argument of `ModelFiles.fromS3`. Otherwise, new content under the same key is not deployed',
    );
  const version = dataVersion === undefined ? [] : [code.text(dataVersion)];
  const location = [app.bucket(bucket, 'ModelBucket'), code.text(key), ...version];
  const files = app.variable('files', () => code.call('ModelFiles.fromS3', location));
  return configurations.modelOf(modelName, data, files, code);
}
