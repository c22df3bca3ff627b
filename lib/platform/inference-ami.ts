import table from './gpu-instances.json';

/** Oldest NVIDIA driver (major version) on which a CUDA major version runs by minor-version compatibility (NVIDIA CUDA compatibility guide). */
const MIN_DRIVER_BY_CUDA_MAJOR: Record<string, number> = { '11': 450, '12': 525, '13': 580 };

/** NVIDIA driver (major version) of each `InferenceAmiVersion` that SageMaker's API accepts for GPUs. */
export const AMI_DRIVERS: Record<string, number> = table.amiVersions;

/** Oldest driver major version for a CUDA version such as `12.6.1`; undefined for a CUDA that is not known. */
export function minimumDriver(cuda: string): number | undefined {
  return MIN_DRIVER_BY_CUDA_MAJOR[cuda.split('.')[0]];
}

/**
 * The `InferenceAmiVersion` with which an image's CUDA runs on an instance family, or undefined when the family's default
 * hosts will do. The newest driver of the oldest sufficient image generation is taken: CUDA 12 gets 550, CUDA 13 gets 580.
 */
export function inferenceAmiVersionFor(cuda: string, defaultDriver: number): string | undefined {
  const needed = minimumDriver(cuda);
  if (needed === undefined || defaultDriver >= needed) return undefined;
  return needed >= 580 ? 'al2023-ami-sagemaker-inference-gpu-4-1' : 'al2-ami-sagemaker-inference-gpu-3-1';
}
