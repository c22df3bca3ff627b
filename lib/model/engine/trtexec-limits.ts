import { isAmong, Versions } from '../../platform/tensorrt-versions';
import type { EngineSettings } from './engine-build';
import { EnginePrecision, HardwareCompatibility } from './engine-options';
import { FIRST_STRONGLY_TYPED, keepsTypes, ONLY_STRONGLY_TYPED } from './trtexec-arguments';

/** Which versions of trtexec have which options (samples/common/sampleOptions.cpp of NVIDIA/TensorRT, tags 8.0.1 to v11.1, read 2026-11-22). */
const PRECISIONS: Record<EnginePrecision, Versions> = {
  [EnginePrecision.FP32]: { until: ONLY_STRONGLY_TYPED },
  [EnginePrecision.FP16]: { until: ONLY_STRONGLY_TYPED },
  [EnginePrecision.INT8]: { until: ONLY_STRONGLY_TYPED },
  [EnginePrecision.BF16]: { since: '10.0', until: ONLY_STRONGLY_TYPED },
  // trtexec of 8.6 has the option, but NvInfer.h of 8.6.1 (ead187e) says "kFP8 is not supported yet". No published image has TensorRT 9.
  [EnginePrecision.FP8]: { since: '10.0', until: ONLY_STRONGLY_TYPED },
  [EnginePrecision.STRONGLY_TYPED]: { since: FIRST_STRONGLY_TYPED },
};
const LAYER_PRECISIONS: Versions = { since: '8.4', until: ONLY_STRONGLY_TYPED };
const COMPATIBILITY: Record<HardwareCompatibility, Versions> = {
  [HardwareCompatibility.NONE]: {},
  [HardwareCompatibility.AMPERE_PLUS]: { since: '8.6' },
  [HardwareCompatibility.SAME_COMPUTE_CAPABILITY]: { since: '10.9' },
};
const OPTIMIZATION_LEVEL: Versions = { since: '8.6' };
const SEVERAL_PROFILES: Versions = { since: '10.0' };

/** What of an engine's settings a version lacks, each with what to do instead. */
export function lackingIn(
  tensorRt: string,
  settings: EngineSettings,
): { field: string; got: string; allowed: string }[] {
  const { precision, layerPrecisions, hardwareCompatibility, profiles, optimizationLevel } = settings;
  const has = (versions: Versions): boolean => isAmong(tensorRt, versions);
  const able = Object.values(EnginePrecision).filter((each) => has(PRECISIONS[each]));
  const levels = Object.values(HardwareCompatibility).filter((each) => has(COMPATIBILITY[each]));
  const wayOut = keepsTypes(tensorRt)
    ? ', the data types of the ONNX file: omit precision, and convert the file for a narrower type, for example with ModelOpt AutoCast'
    : '';
  return [
    ...(precision !== undefined && !has(PRECISIONS[precision])
      ? [{ field: 'precision', got: precision, allowed: able.join(', ') + wayOut }]
      : []),
    ...(layerPrecisions !== undefined && !has(LAYER_PRECISIONS)
      ? [{ field: 'layerPrecisions', got: 'layerPrecisions', allowed: 'none' }]
      : []),
    ...(hardwareCompatibility !== undefined && !has(COMPATIBILITY[hardwareCompatibility])
      ? [{ field: 'hardwareCompatibility', got: hardwareCompatibility, allowed: levels.join(', ') }]
      : []),
    ...(optimizationLevel !== undefined && !has(OPTIMIZATION_LEVEL)
      ? [{ field: 'optimizationLevel', got: String(optimizationLevel), allowed: 'none' }]
      : []),
    ...(profiles.length > 1 && !has(SEVERAL_PROFILES)
      ? [{ field: 'profiles', got: `${profiles.length} profiles`, allowed: 'one profile' }]
      : []),
  ];
}
