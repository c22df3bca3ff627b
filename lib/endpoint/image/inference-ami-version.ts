import { InstanceType } from '../../platform';
import { minimumDriver } from '../../platform/cuda';
import { firstDriver } from '../../platform/gpu-drivers';
import { amiWithDriver, InferenceAmi } from '../../platform/inference-ami';
import { TritonImage } from './triton-image';

/**
 * The `InferenceAmiVersion` with which the image's CUDA runs on all of the instance types, since a variant has one for its whole
 * pool; undefined where the types' default hosts will do, and where the image's CUDA is not known.
 */
export function inferenceAmiVersionOf(
  image: TritonImage,
  instanceTypes: InstanceType[],
  chosen?: InferenceAmi,
): string | undefined {
  if (chosen) return chosen.version;
  const needed = image._cudaAtLeast && minimumDriver(image._cudaAtLeast);
  if (!needed || !instanceTypes.some((type) => needsAmi(type, needed))) return undefined;
  return amiWithDriver(driverFor(needed, instanceTypes))?.version;
}

/** Whether the default hosts of a type with a GPU have too old a driver, or one that AWS does not document. */
function needsAmi({ computeCapability, defaultDriverVersion = 0 }: InstanceType, needed: number): boolean {
  return computeCapability !== undefined && defaultDriverVersion < needed;
}

/** Oldest driver that has the image's CUDA and knows the GPUs of all of the types. */
export function driverFor(needed: number, instanceTypes: InstanceType[]): number {
  return Math.max(needed, ...instanceTypes.map(({ gpuModel }) => firstDriver(gpuModel)));
}
