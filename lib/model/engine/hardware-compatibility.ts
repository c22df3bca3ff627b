import type { BuildTarget } from '../folder/built-file';

/** Values of trtexec's `--hardwareCompatibilityLevel`, and their names in TensorRT and in the description of an engine. */
const LEVELS: Record<string, string> = {
  'ampere+': 'AMPERE_PLUS',
  sameComputeCapability: 'SAME_COMPUTE_CAPABILITY',
};
/** Minimum compute capability of `AMPERE_PLUS` (HardwareCompatibilityLevel in include/NvInfer.h of NVIDIA/TensorRT at v10.16, 52399f5). */
const AMPERE = 8.0;

/** A GPU whose properties can be unknown. An engine is assumed to run on a GPU unless the known properties exclude this. */
type Gpu = Partial<Pick<BuildTarget, 'gpuModel' | 'computeCapability'>>;

/** Returns the name of the level in the options of trtexec. Undefined for an engine that runs only on the GPU model that it was built on. */
export function compatibilityOf(options: readonly string[]): string | undefined {
  const option = options.find((each) => each.startsWith('--hardwareCompatibilityLevel='));
  return option && LEVELS[option.split('=')[1]];
}

/** Whether an engine that is built on one GPU runs on a different GPU. */
export function runsOn(builtOn: Gpu, other: Gpu, level?: string): boolean {
  if (builtOn.computeCapability === undefined || other.computeCapability === undefined) return true;
  if (builtOn.computeCapability === other.computeCapability) {
    return Object.values(LEVELS).includes(level ?? '') || builtOn.gpuModel === other.gpuModel;
  }
  return level === LEVELS['ampere+'] && [builtOn, other].every((gpu) => Number(gpu.computeCapability) >= AMPERE);
}
