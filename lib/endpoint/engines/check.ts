import { Duration } from 'aws-cdk-lib';
import { Packaging } from '../../artifacts';
import { distinct, error, Finding, warning } from '../../findings/finding';
import { durationWithin } from '../../findings/ranges';
import { TritonModel } from '../../model';
import { InferenceAmi, InstanceType } from '../../platform';
import { EngineJobKind, engineJobsOf } from '../../platform/engine-jobs';
import { TritonImage } from '../image';
import { inferenceAmiVersionOf } from '../image/inference-ami-version';
import { checkNotPrivate } from '../image/private-registry';
import { hasEngines } from './bind-pools';
import { engineJobs } from './jobs';

/** Where engines are built and served. */
export interface EngineHost {
  readonly image: TritonImage;
  readonly instanceTypes: InstanceType[];
  readonly inferenceAmi?: InferenceAmi;
}

/** What keeps engines from being built for the instance types that serve them. */
export function checkEngines(models: TritonModel[], host: EngineHost, job?: EngineJobKind): Finding[] {
  if (!models.some(hasEngines)) return [];
  const { image, instanceTypes } = host;
  return distinct([
    ...instanceTypes.flatMap((type) => [...checkType(type), ...checkJob(type, job)]),
    ...checkDriver(host, job),
    ...checkNotPrivate(image, 'for a job that builds an engine'),
  ]);
}

function checkType(type: InstanceType): Finding[] {
  const refuse = (message: string): Finding[] => [error('engine.instance-type', 'instanceType', message)];
  if (type.gpuModel === undefined) {
    const lack = type.gpuCount === 0 ? 'which has no GPU' : 'whose GPU is not known';
    return refuse(`got ${type}, ${lack}, with an engine to build; allowed: a type of the table, such as ml.g5.xlarge`);
  }
  if (engineJobsOf(type.name).length === 0) {
    return refuse(
      `got ${type}, which is available neither for processing jobs nor for training jobs of SageMaker; allowed: a type that is available for one of them, or an engine that you built (ModelFiles.fromFile)`,
    );
  }
  return [];
}

/** A kind that was chosen, of the two. */
function checkJob(type: InstanceType, job?: EngineJobKind): Finding[] {
  const available = engineJobsOf(type.name);
  if (job === undefined || available.length === 0 || available.includes(job)) return [];
  const message = `got ${job}, which SageMaker does not offer for ${type}; allowed: ${available.join(' or ')}, or nothing`;
  return [error('engine.instance-type', 'engineJob', message)];
}

/** A job's hosts have the driver that SageMaker gives them. */
function checkDriver({ image, instanceTypes, inferenceAmi }: EngineHost, job?: EngineJobKind): Finding[] {
  const ami = inferenceAmiVersionOf(image, instanceTypes, inferenceAmi);
  if (ami === undefined) return [];
  const cuda = image._cudaAtLeast === undefined ? "the image's CUDA" : `CUDA ${image._cudaAtLeast}`;
  const kinds = [...new Set(instanceTypes.flatMap((type) => engineJobs(type, image, job)))];
  const message =
    `the endpoint's instances use the AMI ${ami}, which is not available for the job that builds the engine: if the driver of ${kinds.join(' and ')} jobs ` +
    `is too old for ${cuda}, the build fails in its first minutes with a message; then ${job === undefined ? '' : 'omit engineJob, '}choose a release ` +
    'with an older CUDA, or build the engine on your own instance (cdk-sagemaker-triton engine)';
  return [warning('engine.driver', 'files', message)];
}

/** Engines are counted in days. */
export function checkRetention(unusedEngineRetention?: Duration): Finding[] {
  const range = { ruleId: 'engine.retention', field: 'unusedEngineRetention', minimum: 0 };
  return durationWithin(unusedEngineRetention, range, 'days');
}

/** Archives are packed at synthesis, when there is no engine yet. */
export function checkPackaging(models: TritonModel[], packaging?: Packaging): Finding[] {
  if (packaging !== Packaging.ARCHIVE || !models.some(hasEngines)) return [];
  const message =
    'got Packaging.ARCHIVE with an engine that the deployment builds; allowed: Packaging.UNCOMPRESSED, since an archive is packed at synth';
  return [error('engine.packaging', 'packaging', message)];
}

/** Where only archives are served, and no deployment packs them. */
export function checkNotBuilt(model: TritonModel, where: string): Finding[] {
  if (!hasEngines(model)) return [];
  const message =
    `got an engine that the deployment would build (ModelFiles.engineFrom); allowed ${where}: an engine that exists at synth, since ` +
    'the content of its archive would be unknown: build the engine with TensorRtEngine, download it, and pass it with ModelFiles.fromFile';
  return [error('engine.archive', 'files', message)];
}
