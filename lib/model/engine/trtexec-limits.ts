import { compareVersions } from '../../platform/cuda';
import { EnginePrecision } from './engine-options';
import { FIRST_STRONGLY_TYPED, keepsTypes, ONLY_STRONGLY_TYPED } from './trtexec-arguments';

/** The versions of TensorRT that have something: from one on, and before another. */
interface Versions {
  readonly since?: string;
  readonly until?: string;
}

/** Which versions of trtexec have which options (samples/common/sampleOptions.cpp of NVIDIA/TensorRT, tags 8.0.1 to v11.1, read 2026-11-22). */
const PRECISIONS: Record<EnginePrecision, Versions> = {
  [EnginePrecision.FP32]: { until: ONLY_STRONGLY_TYPED },
  [EnginePrecision.FP16]: { until: ONLY_STRONGLY_TYPED },
  [EnginePrecision.INT8]: { until: ONLY_STRONGLY_TYPED },
  [EnginePrecision.BF16]: { since: '10.0', until: ONLY_STRONGLY_TYPED },
  [EnginePrecision.FP8]: { since: '8.6', until: ONLY_STRONGLY_TYPED },
  [EnginePrecision.STRONGLY_TYPED]: { since: FIRST_STRONGLY_TYPED },
};
const OPTIMIZATION_LEVEL: Versions = { since: '8.6' };
const SEVERAL_PROFILES: Versions = { since: '10.0' };

/** What of an engine's settings a version lacks, each with what to do instead. */
export function lackingIn(
  tensorRt: string,
  settings: { precision?: EnginePrecision; profiles: readonly object[]; optimizationLevel?: number },
): { field: string; got: string; allowed: string }[] {
  const { precision, profiles, optimizationLevel } = settings;
  const has = (versions: Versions): boolean =>
    (versions.since === undefined || compareVersions(tensorRt, versions.since) >= 0) &&
    (versions.until === undefined || compareVersions(tensorRt, versions.until) < 0);
  const able = Object.values(EnginePrecision).filter((each) => has(PRECISIONS[each]));
  const wayOut = keepsTypes(tensorRt)
    ? ', the data types of the ONNX file: omit precision, and convert the file for a narrower type, for example with ModelOpt AutoCast'
    : '';
  return [
    ...(precision !== undefined && !has(PRECISIONS[precision])
      ? [{ field: 'precision', got: precision, allowed: able.join(', ') + wayOut }]
      : []),
    ...(optimizationLevel !== undefined && !has(OPTIMIZATION_LEVEL)
      ? [{ field: 'optimizationLevel', got: String(optimizationLevel), allowed: 'none' }]
      : []),
    ...(profiles.length > 1 && !has(SEVERAL_PROFILES)
      ? [{ field: 'profiles', got: `${profiles.length} profiles`, allowed: 'one profile' }]
      : []),
  ];
}
