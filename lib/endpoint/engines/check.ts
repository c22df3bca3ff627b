import { removeDuplicates, error, Finding, warning } from '../../findings/finding';
import { TritonModel } from '../../model';
import { InferenceAmi, InstanceType } from '../../platform';
import { canBuildEngines } from '../../facts/engine-jobs';
import { TritonImage } from '../image';
import { inferenceAmiVersionOf } from '../image/inference-ami-version';
import { rejectPrivateRegistry } from '../image/private-registry';
import { hasBuilds } from './bind-pools';

/** Image and instance types for which engines are built. */
export interface BuildHost {
  readonly image: TritonImage;
  readonly instanceTypes: InstanceType[];
  readonly inferenceAmi?: InferenceAmi;
}

/** Checks that engines can be built for the instance types that serve them. */
export function checkBuilds(models: TritonModel[], host: BuildHost): Finding[] {
  if (!models.some(hasBuilds)) return [];
  const { image, instanceTypes } = host;
  return removeDuplicates([
    ...instanceTypes.flatMap(checkType),
    ...checkDriver(host),
    ...rejectPrivateRegistry(image, 'for a job that builds an engine'),
  ]);
}

function checkType(type: InstanceType): Finding[] {
  const reject = (message: string): Finding[] => [error('engine.instance-type', 'instanceType', message)];
  if (type.gpuModel === undefined) {
    const reason = type.gpuCount === 0 ? 'which has no GPU' : 'whose GPU is not known';
    return reject(
      `got ${type}, ${reason}, with an engine to build; allowed: a type of the table, such as ml.g5.xlarge`,
    );
  }
  if (!canBuildEngines(type.name)) {
    return reject(
      `got ${type}, which training jobs of SageMaker do not support; allowed: a type that they support, or an engine that you built (ModelFiles.fromFile)`,
    );
  }
  return [];
}

/** Warns if the instances of the endpoint require a specific AMI, because the AMI and driver of a build job cannot be selected. */
function checkDriver({ image, instanceTypes, inferenceAmi }: BuildHost): Finding[] {
  const ami = inferenceAmiVersionOf(image, instanceTypes, inferenceAmi);
  if (ami === undefined) return [];
  const cuda = image._cudaAtLeast === undefined ? "the image's CUDA" : `CUDA ${image._cudaAtLeast}`;
  const message =
    `the endpoint's instances use the AMI ${ami}, which is not available for the job that builds the engine: if the driver of the job ` +
    `is too old for ${cuda}, the build fails in its first minutes with a message; then choose a release ` +
    'with an older CUDA, or build the engine on your own instance (cdk-sagemaker-triton engine)';
  return [warning('engine.driver', 'files', message)];
}

/** Rejects an engine that the deployment would build if the model is deployed as an archive. */
export function rejectBuilds(model: TritonModel, where: string): Finding[] {
  if (!hasBuilds(model)) return [];
  const message =
    `got an engine that the deployment would build (ModelFiles.fromEngineBuild); allowed ${where}: an engine that exists at synth, since ` +
    'the content of its archive would be unknown: build the engine with the command cdk-sagemaker-triton engine, and pass it with ModelFiles.fromFile';
  return [error('engine.archive', 'files', message)];
}
