import { compareVersions, isInRange, VersionRange } from '../../facts/versions';
import type { EngineSettings } from './engine-build';
import { EnginePrecision } from './engine-options';
import type { EngineShapes, ShapesByInput } from './engine-profile';

/** First version that can keep the data types of the ONNX file (`--stronglyTyped`). */
const FIRST_STRONGLY_TYPED = '10.0';
/** First version that always keeps the data types of the ONNX file. */
const FIRST_ALWAYS_STRONGLY_TYPED = '11.0';

/** Options of trtexec, and the TensorRT versions that support them. */
interface SupportedFlags {
  readonly flags: string[];
  readonly versions: VersionRange;
}

/**
 * Options for each precision (samples/common/sampleOptions.cpp of NVIDIA/TensorRT, tags 8.0.1 to v11.1, read 2026-11-22). Without `--fp16`,
 * layers that are not quantized would use FP32. trtexec recommends `--fp16` (samples/common/sampleEngines.cpp at v10.16, 52399f5).
 */
const PRECISION_FLAGS: Record<EnginePrecision, SupportedFlags> = {
  [EnginePrecision.FP32]: { flags: [], versions: { until: FIRST_ALWAYS_STRONGLY_TYPED } },
  [EnginePrecision.FP16]: { flags: ['--fp16'], versions: { until: FIRST_ALWAYS_STRONGLY_TYPED } },
  [EnginePrecision.INT8]: { flags: ['--int8', '--fp16'], versions: { until: FIRST_ALWAYS_STRONGLY_TYPED } },
  [EnginePrecision.BF16]: { flags: ['--bf16'], versions: { since: '10.0', until: FIRST_ALWAYS_STRONGLY_TYPED } },
  // trtexec 8.6 has the option, but NvInfer.h of 8.6.1 (ead187e) contains "kFP8 is not supported yet". No published image has TensorRT 9.
  [EnginePrecision.FP8]: {
    flags: ['--fp8', '--fp16'],
    versions: { since: '10.0', until: FIRST_ALWAYS_STRONGLY_TYPED },
  },
  [EnginePrecision.STRONGLY_TYPED]: { flags: ['--stronglyTyped'], versions: { since: FIRST_STRONGLY_TYPED } },
};

const MULTIPLE_PROFILE_VERSIONS: VersionRange = { since: '10.0' };

/**
 * The options of trtexec that determine the engine, without paths.
 *
 * @param settings settings of the user
 * @param tensorRt TensorRT version that builds the engine. If the version is unknown, omit this parameter. The options are then for TensorRT 10
 */
export function trtexecArguments(settings: EngineSettings, tensorRt?: string): string[] {
  const { precision, profiles, extraArguments } = settings;
  return [
    ...(isAlwaysStronglyTyped(tensorRt) ? [] : PRECISION_FLAGS[precision ?? defaultPrecision(tensorRt)].flags),
    ...profiles.flatMap((profile, index) => [
      ...(profiles.length > 1 ? [`--profile=${index}`] : []),
      ...shapeArguments(profile),
    ]),
    ...(extraArguments ?? []),
  ];
}

/** Whether a version has no options for the precision, and always keeps the data types of the ONNX file. */
function isAlwaysStronglyTyped(tensorRt = FIRST_STRONGLY_TYPED): boolean {
  return compareVersions(tensorRt, FIRST_ALWAYS_STRONGLY_TYPED) >= 0;
}

/** STRONGLY_TYPED, which keeps the data types of the ONNX file, if the version supports this precision. Otherwise FP32. */
function defaultPrecision(tensorRt = FIRST_STRONGLY_TYPED): EnginePrecision {
  const isSupported = compareVersions(tensorRt, FIRST_STRONGLY_TYPED) >= 0;
  return isSupported ? EnginePrecision.STRONGLY_TYPED : EnginePrecision.FP32;
}

function shapeArguments(profile: ShapesByInput): string[] {
  const inputs = Object.entries(profile).sort(([a], [b]) => (a < b ? -1 : 1));
  if (inputs.length === 0) return [];
  const shapes = (bound: keyof EngineShapes): string =>
    inputs.map(([name, each]) => `${quoteName(name)}:${each[bound].join('x')}`).join(',');
  return [`--minShapes=${shapes('min')}`, `--optShapes=${shapes('opt')}`, `--maxShapes=${shapes('max')}`];
}

/** Quotes a name that contains a colon, because a colon separates names and values. */
function quoteName(name: string): string {
  return name.includes(':') ? `'${name}'` : name;
}

/** Returns the settings that a TensorRT version does not support, with the values that the version allows. */
export function unsupportedSettings(
  tensorRt: string,
  settings: EngineSettings,
): { field: string; got: string; allowed: string }[] {
  const { precision, profiles } = settings;
  const supports = (versions: VersionRange): boolean => isInRange(tensorRt, versions);
  const precisions = Object.values(EnginePrecision).filter((each) => supports(PRECISION_FLAGS[each].versions));
  const advice = isAlwaysStronglyTyped(tensorRt)
    ? ', the data types of the ONNX file: omit precision, and convert the file for a narrower type, for example with ModelOpt AutoCast'
    : '';
  return [
    ...(precision !== undefined && !supports(PRECISION_FLAGS[precision].versions)
      ? [{ field: 'precision', got: precision, allowed: precisions.join(', ') + advice }]
      : []),
    ...(profiles.length > 1 && !supports(MULTIPLE_PROFILE_VERSIONS)
      ? [{ field: 'profiles', got: `${profiles.length} profiles`, allowed: 'one profile' }]
      : []),
  ];
}
