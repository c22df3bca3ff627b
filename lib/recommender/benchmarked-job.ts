import { createHash } from 'crypto';
import { Stack } from 'aws-cdk-lib';
import { CfnModelPackageGroup } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { provideArchive } from '../artifacts/model-data';
import { ConfigurationFacts } from '../contracts/recommendations/described-job';
import { imageOf } from './check-model';
import { InferenceRecommenderJobProps } from './job-props';
import { jobRequest } from './job-request';
import { createJobRole } from './job-role';
import { createModelPackage } from './model-package';
import { providePayload } from './provide-payload';
import { SamplePayload } from './sample-payload';

/** The job of a benchmark. */
export interface BenchmarkedJob {
  /** Properties of the benchmarked configuration, for the table of results. */
  readonly facts: ConfigurationFacts;
  /** Request of CreateInferenceRecommendationsJob, without the name of the job. */
  readonly request: object;
  /** Hash from which the name of the job is derived, together with the nonce of the run. */
  readonly contentHash: string;
  readonly roleArn: string;
}

/** Registers the model as a model package, and creates the request of its job. */
export function createBenchmarkedJob(
  scope: Construct,
  jobPrefix: string,
  options: InferenceRecommenderJobProps,
): BenchmarkedJob {
  const { model, instanceTypes = [], samplePayload = SamplePayload.fromExamples() } = options;
  const image = imageOf(options)._bind(scope);
  const group = new CfnModelPackageGroup(scope, 'PackageGroup', {
    modelPackageGroupName: jobPrefix,
    modelPackageGroupDescription: 'Models that are benchmarked',
  });
  const data = provideArchive(scope, model);
  const payload = providePayload(scope, samplePayload, model);
  const contents = [data.contentHash, payload.contentHash, payload.contentType, image.uri];
  const settings = [instanceTypes.map(({ name }) => name), options.domain ?? '', options.task ?? ''];
  const hash = hashOf(scope, [...contents, ...settings]);
  const modelPackage = createModelPackage(scope, group, { data, image, payload, contentHash: hash }, options);
  const roleArn =
    options.role?.roleArn ??
    createJobRole(
      scope,
      {
        jobPrefix,
        imageRepositoryArns: image.repositoryArn === undefined ? [] : [image.repositoryArn],
        objectArns: [`${data.bucketArn}/${data.key}`, payload.objectArn],
        bucketKeys: [...new Set([data.bucketKey ?? [], payload.bucketKey ?? []].flat())],
      },
      options,
    ).roleArn;
  const request = jobRequest(scope, options, { modelPackageArn: modelPackage.attrModelPackageArn, roleArn });
  return { facts: factsOf(scope, options), request, contentHash: hashOf(scope, [hash, request]), roleArn };
}

/** Returns a hash of the deployed content. Attributes of resources, which are not known at synth, are represented by logical IDs. */
function hashOf(scope: Construct, content: unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify(Stack.of(scope).resolve(content)))
    .digest('hex');
}

/** The configuration is named after the construct, so that the tables of several jobs can be joined. */
function factsOf(scope: Construct, { model }: InferenceRecommenderJobProps): ConfigurationFacts {
  const { dynamic_batching: batching, instance_group: groups } = model.config._document;
  return {
    configuration: scope.node.id,
    dynamicBatching: batching !== undefined,
    instanceGroupCount: groups[0]?.count || undefined,
  };
}
