import { createHash } from 'crypto';
import { Stack } from 'aws-cdk-lib';
import { CfnModelPackageGroup } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { TritonImage } from '../endpoint';
import { distinct, error, Finding, within } from '../findings/finding';
import { checkNotBuilt } from '../endpoint/engines/check';
import { checkImage } from '../endpoint/image/check';
import { checkOneKind, imageOn } from '../endpoint/image/check-cpu';
import { checkNotPrivate } from '../endpoint/image/private-registry';
import { TritonModel } from '../model';
import { InstanceType } from '../platform';
import { provideArchive } from '../artifacts/model-data';
import { ModelData } from '../artifacts/model-data-options';
import { checkDriver, newestOnDefaultAmi } from './check-driver';
import { describedModel, jobRequest } from './job-request';
import { BenchmarkedObjects, createJobRole } from './job-role';
import { createModelPackage } from './model-package';
import { checkPayload, ProvidedPayload, providePayload } from './provide-payload';
import { checkResourceTypes } from '../platform/resource-types';
import { RecommenderOptions } from './options';
import { Facts, InstanceFacts } from '../sizing/readers/described-job';
import { SamplePayload } from './sample-payload';
import { WorkflowItem } from './workflow-parts';

/** A model that is benchmarked on its own, or one of several. */
export interface BenchmarkedModel {
  /** Construct id below which its parts are, and its name in results; empty for the only one. */
  readonly name: string;
  readonly model: TritonModel;
}

/** Jobs, and the role they run with. */
export interface Benchmark {
  readonly items: WorkflowItem[];
  readonly roleArn: string;
}

function imageOf(
  { image = TritonImage.defaultRelease() }: RecommenderOptions,
  instanceTypes: InstanceType[],
): TritonImage {
  return imageOn(instanceTypes, image);
}

/** What SageMaker would refuse of the image on the instance types. */
export function checkHost(scope: Construct, options: RecommenderOptions, instanceTypes: InstanceType[]): Finding[] {
  const image = imageOf(options, instanceTypes);
  // A job cannot run the newer image that the warning recommends. Its endpoints only receive the requests of the benchmark.
  const newest = newestOnDefaultAmi(scope, instanceTypes);
  const isFixable = image.release !== newest;
  return distinct([
    ...checkResourceTypes(scope, 'benchmark'),
    ...checkNotPrivate(image, 'in a benchmark'),
    ...checkOneKind(instanceTypes, 'instanceTypes'),
    ...instanceTypes
      .flatMap((type) => checkImage(scope, image, [type], 'instanceTypes'))
      .filter(({ ruleId }) => ruleId !== 'image.vulnerable' || isFixable),
    ...checkDriver(image, instanceTypes, newest),
  ]);
}

/** What the server or SageMaker would refuse of a model. */
export function checkModel(model: TritonModel, options: RecommenderOptions, instanceTypes: InstanceType[]): Finding[] {
  const image = imageOf(options, instanceTypes);
  const types = instanceTypes.length > 0 ? instanceTypes : [undefined];
  const location = model.files?._location;
  const archived = location === undefined || location.key.endsWith('.tar.gz');
  const notArchived = `got '${location?.key}'; allowed: an archive that ends with .tar.gz, or local files`;
  return distinct([
    ...types.flatMap((instanceType) =>
      model.validate({ tritonRelease: image.release, instanceType, customImage: !image._published }),
    ),
    ...within('model', checkNotBuilt(model, 'in a benchmark')),
    ...(archived ? [] : [error('sm.ir-archive', 'model.files', notArchived)]),
    ...checkPayload(options.samplePayload ?? SamplePayload.fromExamples(), model),
  ]);
}

/** Registers models and describes a job for each. */
export function benchmarkModels(
  scope: Construct,
  jobPrefix: string,
  variants: BenchmarkedModel[],
  instanceTypes: InstanceType[],
  options: RecommenderOptions,
): Benchmark {
  const image = imageOf(options, instanceTypes);
  const bound = image.bind(scope);
  const group = new CfnModelPackageGroup(scope, 'PackageGroup', {
    modelPackageGroupName: jobPrefix,
    modelPackageGroupDescription: 'Models that are benchmarked',
  });
  const registered = variants.map(({ name, model }) => {
    const parent = name === '' ? scope : new Construct(scope, name);
    const data = provideArchive(parent, model);
    const payload = providePayload(parent, options.samplePayload ?? SamplePayload.fromExamples(), model);
    const types = instanceTypes.map(({ name }) => name);
    const contents = [data.contentHash, payload.contentHash, payload.contentType];
    const hash = contentHash(scope, [...contents, bound.uri, types, describedModel(options)]);
    const parts = { model, data, image: bound, payload, instanceTypes, contentHash: hash };
    const pack = createModelPackage(parent, group, parts, options);
    return { name, model, data, payload, hash, pack };
  });
  const roleArn =
    options.role?.roleArn ??
    createJobRole(
      scope,
      {
        jobPrefix,
        imageRepositoryArns: bound.repositoryArn === undefined ? [] : [bound.repositoryArn],
        ...objectsOf(registered),
      },
      options,
    ).roleArn;
  const items = registered.map(({ name, model, hash, pack }) => {
    const request = jobRequest(scope, options, instanceTypes, { modelPackageArn: pack.attrModelPackageArn, roleArn });
    return itemOf(scope, name, factsOf(name, model), request, [hash, options.nonce ?? '']);
  });
  return { items, roleArn };
}

/** Describes the job of a package that is in the registry, with a role that may read it. */
export function benchmarkPackage(
  scope: Construct,
  subject: { readonly modelPackageArn: string; readonly roleArn: string },
  instanceTypes: InstanceType[],
  options: RecommenderOptions,
): Benchmark {
  const payload = options.samplePayload && providePayload(scope, options.samplePayload);
  const request = jobRequest(scope, options, instanceTypes, { ...subject, payload });
  const content = [payload?.contentHash ?? '', options.nonce ?? ''];
  return { items: [itemOf(scope, '', {}, request, content)], roleArn: subject.roleArn };
}

/** vCPUs and the like, for the results' table. */
export function instanceFacts(instanceTypes: InstanceType[]): InstanceFacts {
  return Object.fromEntries(
    instanceTypes.map((type) => [
      type.name,
      { vcpus: type.vcpus, gpus: type.gpuCount, memoryGib: type.memory?.toGibibytes() },
    ]),
  );
}

function itemOf(
  scope: Construct,
  configuration: string,
  facts: Facts,
  request: object,
  content: string[],
): WorkflowItem {
  return { configuration, facts, request, contentHash: contentHash(scope, [...content, request]) };
}

/** Over what is deployed, with names of resources instead of what they become. */
function contentHash(scope: Construct, content: unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify(Stack.of(scope).resolve(content)))
    .digest('hex');
}

function factsOf(name: string, { backend, config }: TritonModel): Facts {
  const { dynamic_batching: batching, instance_group: groups = [] } = config._json;
  return {
    ...(name !== '' && { configuration: name }),
    tensorrt: backend.name === 'tensorrt',
    dynamicBatching: batching !== undefined,
    instanceGroupCount: groups[0]?.count,
  };
}

function objectsOf(
  registered: { data?: ModelData; payload: ProvidedPayload }[],
): Pick<BenchmarkedObjects, 'objectArns' | 'bucketKeys'> {
  const arns = registered.flatMap(({ data, payload }) => [
    ...(data ? [`${data.bucketArn}/${data.key}`] : []),
    payload.objectArn,
  ]);
  const keys = registered.flatMap(({ data, payload }) => [data?.bucketKey ?? [], payload.bucketKey ?? []].flat());
  return { objectArns: arns, bucketKeys: [...new Set(keys)] };
}
