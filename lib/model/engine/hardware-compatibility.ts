import type { EngineTarget } from './engine-build';
import { EnginePrecision, HardwareCompatibility } from './engine-options';

/** What GPUs a level of compatibility needs (HardwareCompatibilityLevel in include/NvInfer.h of NVIDIA/TensorRT at v10.16, 52399f5). */
const LOWEST_CAPABILITY: Partial<Record<HardwareCompatibility, number>> = {
  [HardwareCompatibility.AMPERE_PLUS]: 8.0,
  [HardwareCompatibility.SAME_COMPUTE_CAPABILITY]: 7.5,
};

/** What is not known of a GPU is no reason against an engine. */
type Gpu = Partial<Pick<EngineTarget, 'gpuModel' | 'computeCapability'>>;

/** Whether an engine that is built on one GPU runs on another. */
export function runsOn(built: Gpu, other: Gpu, level: string = HardwareCompatibility.NONE): boolean {
  if (built.computeCapability === undefined || other.computeCapability === undefined) return true;
  if (built.computeCapability === other.computeCapability) {
    return level !== HardwareCompatibility.NONE || built.gpuModel === other.gpuModel;
  }
  return (
    level === HardwareCompatibility.AMPERE_PLUS &&
    [built, other].every((gpu) => compatibilityProblem(level, gpu) === undefined)
  );
}

/** The GPUs to build on, in the order given: an engine that runs on a later one is not built again for it. */
export function distinctTargets(targets: readonly EngineTarget[], level?: HardwareCompatibility): EngineTarget[] {
  return targets.reduce<EngineTarget[]>(
    (built, target) => (built.some((each) => runsOn(each, target, level)) ? built : [...built, target]),
    [],
  );
}

/** What the GPU or the precision lacks for a level; undefined where it lacks nothing. */
export function compatibilityProblem(
  level: HardwareCompatibility,
  { computeCapability }: { readonly computeCapability?: string },
  precision?: EnginePrecision,
): string | undefined {
  const lowest = LOWEST_CAPABILITY[level];
  if (lowest !== undefined && computeCapability !== undefined && Number(computeCapability) < lowest) {
    return `requires a GPU with compute capability ${lowest.toFixed(1)} or higher`;
  }
  if (level === HardwareCompatibility.AMPERE_PLUS && precision === EnginePrecision.FP8) {
    return 'is not supported with FP8; allowed: NONE, SAME_COMPUTE_CAPABILITY';
  }
  return undefined;
}
