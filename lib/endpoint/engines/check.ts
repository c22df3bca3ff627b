import { Duration } from 'aws-cdk-lib';
import { Packaging } from '../../artifacts';
import { distinct, error, Finding, warning } from '../../findings/finding';
import { durationWithin } from '../../findings/ranges';
import { TritonModel } from '../../model';
import { InferenceAmi, InstanceType } from '../../platform';
import { engineJobOf } from '../../platform/engine-jobs';
import { TritonImage } from '../image';
import { inferenceAmiVersionOf } from '../image/inference-ami-version';
import { checkNotPrivate } from '../image/private-registry';
import { hasEngines } from './bind-pools';

/** Where engines are built and served. */
export interface EngineHost {
  readonly image: TritonImage;
  readonly instanceTypes: InstanceType[];
  readonly inferenceAmi?: InferenceAmi;
}

/** What keeps engines from being built for the instance types that serve them. */
export function checkEngines(models: TritonModel[], { image, instanceTypes, inferenceAmi }: EngineHost): Finding[] {
  if (!models.some(hasEngines)) return [];
  return distinct([
    ...instanceTypes.flatMap((type) => checkType(type)),
    ...checkDriver(image, instanceTypes, inferenceAmi),
    ...checkNotPrivate(image, 'for a job that builds an engine'),
  ]);
}

function checkType(type: InstanceType): Finding[] {
  const refuse = (message: string): Finding[] => [error('engine.instance-type', 'instanceType', message)];
  if (type.gpuModel === undefined) {
    const lack = type.gpuCount === 0 ? 'which has no GPU' : 'whose GPU is not known';
    return refuse(`got ${type}, ${lack}, with an engine to build; allowed: a type of the table, such as ml.g5.xlarge`);
  }
  if (engineJobOf(type.name) === undefined) {
    return refuse(
      `got ${type}, which neither processing nor training jobs of SageMaker have; allowed: a type that one of them has, or an engine that you built (ModelFiles.fromFile)`,
    );
  }
  return [];
}

/** A job's hosts have the driver that SageMaker gives them. */
function checkDriver(image: TritonImage, types: InstanceType[], chosen?: InferenceAmi): Finding[] {
  const ami = inferenceAmiVersionOf(image, types, chosen);
  if (ami === undefined) return [];
  const cuda = image._cudaAtLeast === undefined ? "the image's CUDA" : `CUDA ${image._cudaAtLeast}`;
  const message =
    `the endpoint's instances have the AMI ${ami}, which the job that builds the engine cannot have: if the driver of its hosts is too old ` +
    `for ${cuda}, the build fails in its first minutes and says so; then choose a release with an older CUDA, or build the ` +
    'engine on an instance of your own (cdk-sagemaker-triton engine)';
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
    'got Packaging.ARCHIVE with an engine that the deployment builds; allowed: Packaging.UNCOMPRESSED, since an archive is packed at synthesis';
  return [error('engine.packaging', 'packaging', message)];
}

/** Where only archives are served. */
export function checkNotBuilt(model: TritonModel, where: string): Finding[] {
  if (!hasEngines(model)) return [];
  const message =
    `got an engine that the deployment would build (ModelFiles.engineFrom); allowed ${where}: an engine that is there at synthesis, since ` +
    "its archive's bytes would be unknown: build it with TensorRtEngine, download it, and give it with ModelFiles.fromFile";
  return [error('engine.archive', 'files', message)];
}
