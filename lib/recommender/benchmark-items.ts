import { createHash } from 'crypto';
import { Stack } from 'aws-cdk-lib';
import { CfnModelPackageGroup } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { TritonImage } from '../endpoint';
import { removeDuplicates, error, Finding, prefixFields } from '../findings/finding';
import { rejectEngineBuilds } from '../endpoint/engines/check';
import { checkImage } from '../endpoint/image/check';
import { checkOneKind, imageForTypes } from '../endpoint/image/check-cpu';
import { rejectPrivateRegistry } from '../endpoint/image/private-registry';
import { TritonModel } from '../model';
import { InstanceType } from '../platform';
import { provideArchive } from '../artifacts/model-data';
import { ModelData } from '../artifacts/model-data-options';
import { checkDriver, newestOnDefaultAmi } from './check-driver';
import { modelDescription, jobRequest } from './job-request';
import { JobResources, createJobRole } from './job-role';
import { createModelPackage } from './model-package';
import { checkPayload, ProvidedPayload, providePayload } from './provide-payload';
import { checkResourceTypes } from '../cdk/resource-types';
import { RecommenderOptions } from './options';
import { ConfigurationFacts, InstanceSizes } from '../contracts/recommendations/described-job';
import { SamplePayload } from './sample-payload';
import { WorkflowItem } from './workflow-parts';

/** A model to benchmark: the model of a single job, or a variation of a sweep. */
export interface BenchmarkedModel {
  /** Name in construct IDs and results. Empty for the model of a single job. */
  readonly name: string;
  readonly model: TritonModel;
}

/** The jobs of a benchmark, and their role. */
export interface Benchmark {
  readonly items: WorkflowItem[];
  readonly roleArn: string;
}

function imageOf(
  { image = TritonImage.defaultRelease() }: RecommenderOptions,
  instanceTypes: InstanceType[],
): TritonImage {
  return imageForTypes(instanceTypes, image);
}

/** Checks the image and the instance types. */
export function checkImageAndInstances(
  scope: Construct,
  options: RecommenderOptions,
  instanceTypes: InstanceType[],
): Finding[] {
  const image = imageOf(options, instanceTypes);
  // The warning about vulnerabilities is useless if no newer image runs on the instances. Test endpoints receive only benchmark requests.
  const newest = newestOnDefaultAmi(scope, instanceTypes);
  const isFixable = image.release !== newest;
  return removeDuplicates([
    ...checkResourceTypes(scope, 'benchmark'),
    ...rejectPrivateRegistry(image, 'in a benchmark'),
    ...checkOneKind(instanceTypes, 'instanceTypes'),
    ...instanceTypes
      .flatMap((type) => checkImage(scope, image, [type], 'instanceTypes'))
      .filter(({ ruleId }) => ruleId !== 'image.vulnerable' || isFixable),
    ...checkDriver(image, instanceTypes, newest),
  ]);
}

/** Checks a model and its payload. */
export function checkModel(model: TritonModel, options: RecommenderOptions, instanceTypes: InstanceType[]): Finding[] {
  const image = imageOf(options, instanceTypes);
  const types = instanceTypes.length > 0 ? instanceTypes : [undefined];
  const location = model.files?._location;
  const isArchive = location === undefined || location.key.endsWith('.tar.gz');
  const archiveMessage = `got '${location?.key}'; allowed: an archive that ends with .tar.gz, or local files`;
  return removeDuplicates([
    ...types.flatMap((instanceType) =>
      model.validate({ tritonRelease: image.release, instanceType, customImage: !image._published }),
    ),
    ...prefixFields('model', rejectEngineBuilds(model, 'in a benchmark')),
    ...(isArchive ? [] : [error('sm.ir-archive', 'model.files', archiveMessage)]),
    ...checkPayload(options.samplePayload ?? SamplePayload.fromExamples(), model),
  ]);
}

/** Registers each model as a model package, and creates the job request of each package. */
export function createModelBenchmark(
  scope: Construct,
  jobPrefix: string,
  variants: BenchmarkedModel[],
  instanceTypes: InstanceType[],
  options: RecommenderOptions,
): Benchmark {
  const image = imageOf(options, instanceTypes).bind(scope);
  const group = new CfnModelPackageGroup(scope, 'PackageGroup', {
    modelPackageGroupName: jobPrefix,
    modelPackageGroupDescription: 'Models that are benchmarked',
  });
  const registeredModels = variants.map(({ name, model }) => {
    const parent = name === '' ? scope : new Construct(scope, name);
    const data = provideArchive(parent, model);
    const payload = providePayload(parent, options.samplePayload ?? SamplePayload.fromExamples(), model);
    const types = instanceTypes.map(({ name }) => name);
    const contents = [data.contentHash, payload.contentHash, payload.contentType];
    const hash = contentHash(scope, [...contents, image.uri, types, modelDescription(options)]);
    const packageParts = { model, data, image, payload, instanceTypes, contentHash: hash };
    const modelPackage = createModelPackage(parent, group, packageParts, options);
    return { name, model, data, payload, hash, modelPackage };
  });
  const roleArn =
    options.role?.roleArn ??
    createJobRole(
      scope,
      {
        jobPrefix,
        imageRepositoryArns: image.repositoryArn === undefined ? [] : [image.repositoryArn],
        ...payloadAndModelObjects(registeredModels),
      },
      options,
    ).roleArn;
  const items = registeredModels.map(({ name, model, hash, modelPackage }) => {
    const request = jobRequest(scope, options, instanceTypes, {
      modelPackageArn: modelPackage.attrModelPackageArn,
      roleArn,
    });
    return workflowItem(scope, name, configurationFacts(name, model), request, [hash, options.nonce ?? '']);
  });
  return { items, roleArn };
}

/** Creates the request of a job for an existing model package, with a role that can read it. */
export function createPackageBenchmark(
  scope: Construct,
  modelPackage: { readonly modelPackageArn: string; readonly roleArn: string },
  instanceTypes: InstanceType[],
  options: RecommenderOptions,
): Benchmark {
  const payload = options.samplePayload && providePayload(scope, options.samplePayload);
  const request = jobRequest(scope, options, instanceTypes, { ...modelPackage, payload });
  const content = [payload?.contentHash ?? '', options.nonce ?? ''];
  return { items: [workflowItem(scope, '', {}, request, content)], roleArn: modelPackage.roleArn };
}

/** vCPUs, GPUs and memory of the instance types, for the table of results. */
export function instanceSizesOf(instanceTypes: InstanceType[]): InstanceSizes {
  return Object.fromEntries(
    instanceTypes.map((type) => [
      type.name,
      { vcpus: type.vcpus, gpus: type.gpuCount, memoryGib: type.memory?.toGibibytes() },
    ]),
  );
}

function workflowItem(
  scope: Construct,
  configuration: string,
  facts: ConfigurationFacts,
  request: object,
  content: string[],
): WorkflowItem {
  return { configuration, facts, request, contentHash: contentHash(scope, [...content, request]) };
}

/** Returns a hash of the deployed content. Attributes of resources, which are not known at synth, are represented by logical IDs. */
function contentHash(scope: Construct, content: unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify(Stack.of(scope).resolve(content)))
    .digest('hex');
}

function configurationFacts(name: string, { backend, config }: TritonModel): ConfigurationFacts {
  const { dynamic_batching: batching, instance_group: groups } = config._document;
  return {
    ...(name !== '' && { configuration: name }),
    tensorrt: backend.name === 'tensorrt',
    dynamicBatching: batching !== undefined,
    instanceGroupCount: groups[0]?.count || undefined,
  };
}

function payloadAndModelObjects(
  registeredModels: { data?: ModelData; payload: ProvidedPayload }[],
): Pick<JobResources, 'objectArns' | 'bucketKeys'> {
  const arns = registeredModels.flatMap(({ data, payload }) => [
    ...(data ? [`${data.bucketArn}/${data.key}`] : []),
    payload.objectArn,
  ]);
  const keys = registeredModels.flatMap(({ data, payload }) => [data?.bucketKey ?? [], payload.bucketKey ?? []].flat());
  return { objectArns: arns, bucketKeys: [...new Set(keys)] };
}
