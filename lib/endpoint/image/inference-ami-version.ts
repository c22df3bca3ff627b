import { InstanceType } from '../../platform';
import { minimumDriver, minimumDriverOfGpu } from '../../platform/cuda';
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
  if (!needed || instanceTypes.every((type) => (defaultDriverOf(type) ?? needed) >= needed)) return undefined;
  return amiWithDriver(Math.max(needed, ...instanceTypes.map(gpuDriverOf)))?.version;
}

/** The driver of a type's default hosts, or the oldest one that knows its GPU; undefined where neither is known. */
export function defaultDriverOf(instanceType: InstanceType): number | undefined {
  return instanceType.defaultDriverVersion ?? (gpuDriverOf(instanceType) || undefined);
}

/** Oldest driver that knows a type's GPU; 0 where every one does. */
export function gpuDriverOf({ computeCapability }: InstanceType): number {
  return computeCapability === undefined ? 0 : minimumDriverOfGpu(computeCapability);
}
