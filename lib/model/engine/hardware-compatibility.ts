import type { EngineTarget } from './engine-build';
import { EnginePrecision, HardwareCompatibility } from './engine-options';

/** Minimum compute capability of each level (HardwareCompatibilityLevel in include/NvInfer.h of NVIDIA/TensorRT at v10.16, 52399f5). */
const MINIMUM_CAPABILITY: Partial<Record<HardwareCompatibility, number>> = {
  [HardwareCompatibility.AMPERE_PLUS]: 8.0,
  [HardwareCompatibility.SAME_COMPUTE_CAPABILITY]: 7.5,
};

/** A GPU whose properties can be unknown. An engine is assumed to run on a GPU unless the known properties exclude this. */
type Gpu = Partial<Pick<EngineTarget, 'gpuModel' | 'computeCapability'>>;

/** Whether an engine that is built on one GPU runs on a different GPU. */
export function runsOn(builtOn: Gpu, other: Gpu, level: string = HardwareCompatibility.NONE): boolean {
  if (builtOn.computeCapability === undefined || other.computeCapability === undefined) return true;
  if (builtOn.computeCapability === other.computeCapability) {
    return level !== HardwareCompatibility.NONE || builtOn.gpuModel === other.gpuModel;
  }
  return (
    level === HardwareCompatibility.AMPERE_PLUS &&
    [builtOn, other].every((gpu) => compatibilityProblem(level, gpu) === undefined)
  );
}

/** The GPUs for which an engine must be built. A GPU is omitted if the engine of a previous GPU in the list also runs on this GPU. */
export function distinctTargets(targets: readonly EngineTarget[], level?: HardwareCompatibility): EngineTarget[] {
  return targets.reduce<EngineTarget[]>(
    (selected, target) => (selected.some((each) => runsOn(each, target, level)) ? selected : [...selected, target]),
    [],
  );
}

/** Returns a message if the GPU or the precision does not support a level. */
export function compatibilityProblem(
  level: HardwareCompatibility,
  { computeCapability }: { readonly computeCapability?: string },
  precision?: EnginePrecision,
): string | undefined {
  const minimum = MINIMUM_CAPABILITY[level];
  if (minimum !== undefined && computeCapability !== undefined && Number(computeCapability) < minimum) {
    return `requires a GPU with compute capability ${minimum.toFixed(1)} or higher`;
  }
  if (level === HardwareCompatibility.AMPERE_PLUS && precision === EnginePrecision.FP8) {
    return 'is not supported with FP8; allowed: NONE, SAME_COMPUTE_CAPABILITY';
  }
  return undefined;
}
