/**
 * Oldest NVIDIA driver (major version) for each CUDA major version, with minor-version compatibility (NVIDIA CUDA compatibility guide, read
 * 2026-11-21).
 */
const MIN_DRIVER_BY_CUDA_MAJOR: Record<string, number> = { '11': 450, '12': 525, '13': 580 };

/**
 * CUDA version of each NVIDIA driver (CUDA toolkit release notes, table 3, and the SageMaker developer guide, "inference GPU drivers"; read
 * 2026-11-21).
 */
const CUDA_BY_DRIVER: Record<number, string> = { 470: '11.4', 535: '12.2', 550: '12.4', 580: '13.0' };

/**
 * First CUDA version that supports a GPU generation, by the major number of the compute capability (NVIDIA CUDA release notes, read
 * 2026-11-21).
 */
const FIRST_CUDA_BY_CAPABILITY_MAJOR: Record<string, string> = { '8': '11.0', '9': '11.8', '10': '12.8', '12': '12.8' };

/** Oldest driver (major version) for a CUDA version such as `12.6.1`; undefined for an unknown CUDA version. */
export function minimumDriver(cuda: string): number | undefined {
  return MIN_DRIVER_BY_CUDA_MAJOR[cuda.split('.')[0]];
}

/** CUDA version of a driver, such as `12.4`; undefined for an unknown driver. */
export function cudaOfDriver(driver: number): string | undefined {
  return CUDA_BY_DRIVER[driver];
}

/**
 * Lowest compute capability that Triton's images support with a CUDA version: Triton is built for 6.0, and CUDA 13 requires 7.5
 * (triton-inference-server/server, build.py; NVIDIA CUDA 13 release notes).
 */
export function minimumComputeCapabilityOf(cuda: string): string {
  return Number(cuda.split('.')[0]) >= 13 ? '7.5' : '6.0';
}

/** Oldest CUDA version that supports a compute capability; undefined if all published images support it. */
export function minimumCuda(computeCapability: string): string | undefined {
  return FIRST_CUDA_BY_CAPABILITY_MAJOR[computeCapability.split('.')[0]];
}
