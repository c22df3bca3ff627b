/** Oldest NVIDIA driver (major version) on which a CUDA major version runs by minor-version compatibility (NVIDIA CUDA compatibility guide, read 2026-11-21). */
const MIN_DRIVER_BY_CUDA_MAJOR: Record<string, number> = { '11': 450, '12': 525, '13': 580 };

/** CUDA that an NVIDIA driver brings (CUDA toolkit release notes, table 3, and the SageMaker developer guide, "inference GPU drivers"; read 2026-11-21). */
const CUDA_BY_DRIVER: Record<number, string> = { 470: '11.4', 535: '12.2', 550: '12.4', 580: '13.0' };

/** First CUDA with code for a GPU generation, by the major number of its compute capability (NVIDIA CUDA release notes, read 2026-11-21). */
const FIRST_CUDA: Record<string, string> = { '8': '11.0', '9': '11.8', '10': '12.8', '12': '12.8' };

/** Oldest driver major version for a CUDA version such as `12.6.1`; undefined for a CUDA that is not known. */
export function minimumDriver(cuda: string): number | undefined {
  return MIN_DRIVER_BY_CUDA_MAJOR[cuda.split('.')[0]];
}

/** The CUDA version that a driver brings, such as `12.4`; undefined for a driver that is not known. */
export function cudaOfDriver(driver: number): string | undefined {
  return CUDA_BY_DRIVER[driver];
}

/**
 * Lowest compute capability that Triton's images run on with a CUDA version: Triton is built for 6.0, CUDA 13 begins at 7.5
 * (triton-inference-server/server, build.py; NVIDIA CUDA 13 release notes).
 */
export function minimumComputeCapabilityOf(cuda: string): string {
  return Number(cuda.split('.')[0]) >= 13 ? '7.5' : '6.0';
}

/** Oldest CUDA with code for the GPUs of a compute capability; undefined where every image that AWS publishes has it. */
export function minimumCuda(computeCapability: string): string | undefined {
  return FIRST_CUDA[computeCapability.split('.')[0]];
}

/** Orders versions such as `12.6.1` by their numbers, as far as both have them: negative when `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const differing = left.findIndex((number, index) => right[index] !== undefined && right[index] !== number);
  return differing === -1 ? 0 : left[differing] - right[differing];
}
