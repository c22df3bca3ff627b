import { InstanceType } from '../../platform';
import { minimumDriver } from '../../facts/cuda';
import { oldestDriver } from '../../facts/gpu-drivers';
import { amiWithDriver, InferenceAmi } from '../../platform/inference-ami';
import { TritonImage } from './triton-image';

/**
 * The `InferenceAmiVersion` of a variant, which must support the image's CUDA on all instance types. Undefined if the default AMIs are
 * sufficient, or if the image's CUDA is not known.
 */
export function inferenceAmiVersionOf(
  image: TritonImage,
  instanceTypes: InstanceType[],
  selected?: InferenceAmi,
): string | undefined {
  if (selected) return selected.version;
  const requiredDriver = image._cudaAtLeast && minimumDriver(image._cudaAtLeast);
  if (!requiredDriver || !instanceTypes.some((type) => needsNewerDriver(type, requiredDriver))) return undefined;
  return amiWithDriver(driverFor(requiredDriver, instanceTypes))?.version;
}

/** Whether the default driver of a type with a GPU is too old, or not documented by AWS. */
function needsNewerDriver(
  { computeCapability, defaultDriverVersion = 0 }: InstanceType,
  requiredDriver: number,
): boolean {
  return computeCapability !== undefined && defaultDriverVersion < requiredDriver;
}

/** Oldest driver that supports the image's CUDA and the GPUs of all types. */
export function driverFor(requiredDriver: number, instanceTypes: InstanceType[]): number {
  return Math.max(requiredDriver, ...instanceTypes.map(({ gpuModel }) => oldestDriver(gpuModel)));
}
