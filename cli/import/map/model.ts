import { call, Expression, text } from '../code/expression';
import { Fields } from '../fields';
import { ConfigurationFiles } from './configurations';
import { Context, parseS3Uri } from './context';
import { mapEnvironment, MappedEnvironment } from './environment';
import { isTriton, mapImage, MappedImage } from './image';

/** A SageMaker model with one Triton container. */
export interface MappedModel extends MappedImage, MappedEnvironment {
  readonly fields: Fields;
  readonly container: Fields;
  readonly isMultiModel: boolean;
  /** S3 URI of the model data. */
  readonly data: string;
}

/**
 * Maps the container of a SageMaker model.
 *
 * @throws if the model is not served by Triton, or has several containers
 */
export function mapModel(fields: Fields, packages: Fields[], instanceTypes: string[], context: Context): MappedModel {
  fields.ignore('ModelName', 'ModelArn', 'CreationTime', 'DeploymentRecommendation', 'ResponseMetadata');
  fields.expect('InferenceExecutionConfig', { Mode: 'Serial' });
  const container = onlyContainer(fields);
  container.ignore('ContainerHostname');
  if (container.has('AdditionalModelDataSources'))
    container.fail(
      'AdditionalModelDataSources',
      'none: the library has one source of model data. Copy the additional files into the model repository, and update the endpoint to it',
    );
  const specification = packageOf(container, packages);
  if (specification)
    container.list(
      'Environment',
      'the app uses the package, and the library takes variables only from the package',
      'register a version of the package with these variables',
    );
  const environment = (specification ?? container).object('Environment');
  const uri = container.text('Image') ?? specification?.text('Image');
  if (!isTriton(uri, environment?.names ?? [])) throw notTriton(fields, uri, environment?.names ?? []);
  const image = mapImage(container, uri ?? '', instanceTypes, context);
  const isMultiModel = container.choice('Mode', ['SingleModel', 'MultiModel']) === 'MultiModel';
  const data = dataOf(container) ?? (specification && dataOf(specification));
  if (data === undefined)
    return container.fail(
      'ModelDataUrl',
      'the S3 URI of the model data: an image that contains its models is not supported',
    );
  if (!isMultiModel && isArchive(container, specification) !== data.endsWith('.tar.gz'))
    throw new Error(
      `${fields.place} got the model data ${data}; allowed: an archive that ends with .tar.gz, or an uncompressed prefix. The library recognizes an archive by its ` +
        'name: copy the archive to a key that ends with .tar.gz, and update the endpoint to it',
    );
  return { ...image, ...mapEnvironment(environment, image.release, context), fields, container, isMultiModel, data };
}

function onlyContainer(fields: Fields): Fields {
  const containers = [fields.object('PrimaryContainer') ?? [], fields.objects('Containers')].flat();
  if (containers.length === 1) return containers[0];
  throw new Error(
    `${fields.place} got ${containers.length} containers; allowed: one: an inference pipeline cannot be imported, and neither can containers that requests choose. Serve ` +
      'the steps of a pipeline as an ensemble (docs/multi-model.md), or keep the endpoint with aws-cdk-lib/aws-sagemaker',
  );
}

function notTriton({ place }: Fields, uri = 'a model package', variables: string[]): Error {
  const server = /djl|lmi|vllm|tgi|huggingface/i.test(uri)
    ? ' For a language model, see docs/language-models.md.'
    : /xgboost|scikit|sklearn|pytorch|tensorflow|mxnet/i.test(uri)
      ? ' To serve the model with Triton, export it and use init (docs/bring-a-model.md).'
      : '';
  return new Error(
    `${place} got the image ${uri}${variables.length > 0 ? ` with the variables ${variables.slice(0, 5).join(', ')}` : ''}; allowed: an image of Triton, ` +
      `or a container with SAGEMAKER_TRITON_* variables. This library hosts only Triton: describe the endpoint with aws-cdk-lib/aws-sagemaker, or with @aws-cdk/aws-sagemaker-alpha.${server}`,
  );
}

/** The container in the model package that a container names. */
function packageOf(container: Fields, packages: Fields[]): Fields | undefined {
  const arn = container.text('ModelPackageName');
  if (arn === undefined) return undefined;
  if (!/:model-package\/[^/]+\/\d+$/.test(arn))
    return container.fail(
      'ModelPackageName',
      'a version in the model registry, …:model-package/<group>/<version>: a package of AWS Marketplace cannot be imported, because its image and its data are not yours',
    );
  if (container.has('InferenceSpecificationName'))
    return container.fail(
      'InferenceSpecificationName',
      'none: the library serves the default specification of a package',
    );
  const found = packages.find((each) => each.text('ModelPackageArn') === arn);
  const containers = found?.object('InferenceSpecification')?.objects('Containers') ?? [];
  if (containers.length === 1) return containers[0];
  return container.fail(
    'ModelPackageName',
    `a version with one container, whose description is known; pass the output of 'aws sagemaker describe-model-package --model-package-name ${arn}' with --description`,
  );
}

/** Whether the model data is an archive. Without a data source, it always is. */
function isArchive(container: Fields, specification = container): boolean {
  const owner = dataOf(container) === undefined ? specification : container;
  return owner.object('ModelDataSource')?.object('S3DataSource')?.text('CompressionType') !== 'None';
}

/** The URI of the model data, which SageMaker can return in two forms at the same time. */
function dataOf(container: Fields): string | undefined {
  const url = container.text('ModelDataUrl');
  const source = container.object('ModelDataSource')?.object('S3DataSource');
  if (!source) return url;
  source.ignore('S3DataType', 'CompressionType', 'ETag');
  const uri = source.requiredText('S3Uri');
  source.list('ManifestS3Uri', 'the files are listed in a manifest', 'copy the files under one prefix');
  return uri;
}

/** The files of a model in S3, or in a model package. */
export function filesOf(
  { container, data, dataVersion, fields }: MappedModel,
  versions: Record<string, string>,
  context: Context,
): Expression {
  const location = parseS3Uri(data);
  if (!location) return container.fail('ModelDataUrl', 'an S3 URI such as s3://bucket/model.tar.gz');
  const bucket = context.bucket(location.bucket);
  const packageArn = container.text('ModelPackageName');
  const key = text(location.key);
  if (packageArn !== undefined)
    return context.shared(packageArn, 'files', call('ModelFiles.fromModelPackage', [text(packageArn), bucket, key]));
  const version = dataVersion ?? versions[data];
  if (version === undefined) {
    context.notes.push({
      setting: `${fields.place} version of the model data`,
      value: data,
      why: 'the description does not contain a version of the object',
      advice:
        'pass the version ID or the ETag of the object as the third argument of `ModelFiles.fromS3`. Otherwise, new content under the same key is not deployed',
    });
  }
  return context.shared(
    `${data} ${version}`,
    'files',
    call('ModelFiles.fromS3', [bucket, key, ...(version === undefined ? [] : [text(version)])]),
  );
}

/** The model of a container, with its configuration from the model data. */
export function modelExpression(
  model: MappedModel,
  configurations: ConfigurationFiles,
  versions: Record<string, string>,
  context: Context,
): Expression {
  const { model: expression } = configurations.modelOf(model.modelName, model.data, filesOf(model, versions, context));
  return expression;
}
