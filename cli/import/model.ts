import { HIDDEN } from '../../lib/findings/hide-secrets';
import { isObject } from '../input/shape';
import { Code } from '../app/code';
import { App, parseS3Uri, S3Location } from './app';
import { Description, Json, objectsIn } from './description';
import { mapImage } from './image';
import { peek, refuse, take } from './take';

/** The variable with the model that the server loads. It has no effect on a multi-model endpoint. */
const DEFAULT_MODEL = 'SAGEMAKER_TRITON_DEFAULT_MODEL_NAME';

/** A container with Triton. */
export interface MappedContainer {
  readonly place: string;
  readonly image?: Code;
  /** `server` of the endpoint. Undefined without variables. */
  readonly server?: Code;
  /** The model with its files in S3. Undefined for a multi-model container. */
  readonly model?: Code;
  /** The location of the model data. */
  readonly data: S3Location;
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
  const hasVariable = /"SAGEMAKER_TRITON_/.test(JSON.stringify(environment));
  if (typeof uri !== 'string' || !(/triton/i.test(uri) || hasVariable))
    return refuse(
      `${place}.Image`,
      uri,
      'an image of Triton, or a container with SAGEMAKER_TRITON_* variables. For other servers, use init (docs/bring-a-model.md), or see docs/language-models.md',
    );
  take(container, 'ContainerHostname', 'Image');
  const isMultiModel = peek(container, 'Mode') === 'MultiModel';
  if (isMultiModel || peek(container, 'Mode') === 'SingleModel') take(container, 'Mode');
  const data = dataOf(container, place, isMultiModel);
  const version = take(environment, 'MODEL_DATA_VERSION', 'SAGEMAKER_MULTI_MODEL');
  return {
    place,
    data,
    image: mapImage(uri, place, instanceTypes, app),
    model: isMultiModel ? undefined : modelOf(data, version, take(environment, DEFAULT_MODEL), app),
    server: mapEnvironment(environment, `${place}.Environment`, app),
  };
}

/** The location of the model data, which SageMaker can return in two forms at the same time. */
function dataOf(container: Json, place: string, isMultiModel: boolean): S3Location {
  const source = peek(container, 'ModelDataSource.S3DataSource');
  const isArchive = peek(source, 'CompressionType') !== 'None';
  const url = take(container, 'ModelDataUrl');
  const data = take(source, 'S3Uri', 'S3DataType', 'CompressionType', 'ETag') ?? url;
  const location = parseS3Uri(data);
  if (location && (isMultiModel || isArchive === location.key.endsWith('.tar.gz'))) return location;
  return refuse(
    `${place}.ModelDataUrl`,
    data,
    'the S3 URI of an archive that ends with .tar.gz, or of uncompressed files: an image that contains its models is not supported, and the library recognizes an archive by its name',
  );
}

/** The model of a container: its files in S3, and its configuration in the app. */
function modelOf({ bucket, key }: S3Location, version: unknown, name: unknown, app: App): Code {
  const { code, configurations } = app;
  const uri = `s3://${bucket}/${key}`;
  if (version === undefined)
    app.note(
      'version of the model data',
      uri,
      'the description does not contain it. Pass the version ID or the ETag of the object as the third argument of `ModelFiles.fromS3`. Otherwise, new content under the same key is not deployed',
    );
  const location = [
    app.bucket(bucket, 'ModelBucket'),
    code.text(key),
    ...(version === undefined ? [] : [code.json(version)]),
  ];
  const files = app.variable('files', () => code.call('ModelFiles.fromS3', location));
  return configurations.modelOf(name === undefined ? undefined : String(name), uri, files, code);
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
      `secret ${secretName}`,
      'create this secret in AWS Secrets Manager with the value of the variable, or change the code: CloudFormation reads the value in each deployment',
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
