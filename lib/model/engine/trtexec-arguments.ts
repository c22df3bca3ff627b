import { compareVersions } from '../../platform/cuda';
import type { EngineSettings } from './engine-build';
import { EnginePrecision, HardwareCompatibility } from './engine-options';
import type { EngineShapes, ShapesByInput } from './engine-profile';

/** From this version on the types of the ONNX file can be kept (`--stronglyTyped`) and several profiles can be given. */
export const FIRST_STRONGLY_TYPED = '10.0';
/** From this version on the types of the ONNX file are always kept. */
export const ONLY_STRONGLY_TYPED = '11.0';

/**
 * What allows a precision. Layers that are not quantized would be in FP32 without `--fp16`, which trtexec itself advises
 * (samples/common/sampleEngines.cpp of NVIDIA/TensorRT at v10.16, 52399f5).
 */
const FLAGS: Record<EnginePrecision, string[]> = {
  [EnginePrecision.FP32]: [],
  [EnginePrecision.FP16]: ['--fp16'],
  [EnginePrecision.BF16]: ['--bf16'],
  [EnginePrecision.INT8]: ['--int8', '--fp16'],
  [EnginePrecision.FP8]: ['--fp8', '--fp16'],
  [EnginePrecision.STRONGLY_TYPED]: ['--stronglyTyped'],
};

const COMPATIBILITY: Record<HardwareCompatibility, string[]> = {
  [HardwareCompatibility.NONE]: [],
  [HardwareCompatibility.AMPERE_PLUS]: ['--hardwareCompatibilityLevel=ampere+'],
  [HardwareCompatibility.SAME_COMPUTE_CAPABILITY]: ['--hardwareCompatibilityLevel=sameComputeCapability'],
};

/**
 * The options of trtexec that decide the engine, without paths.
 *
 * @param settings what the user chose
 * @param tensorRt the version that builds; one that is not known is taken for a newer one than 10.0
 */
export function trtexecArguments(settings: EngineSettings, tensorRt?: string): string[] {
  const { precision, layerPrecisions, hardwareCompatibility, profiles, optimizationLevel, extraArguments } = settings;
  return [
    ...(keepsTypes(tensorRt) ? [] : FLAGS[precision ?? defaultPrecision(tensorRt)]),
    ...layerArguments(layerPrecisions),
    ...profiles.flatMap((profile, index) => [
      ...(profiles.length > 1 ? [`--profile=${index}`] : []),
      ...shapeArguments(profile),
    ]),
    ...(optimizationLevel === undefined ? [] : [`--builderOptimizationLevel=${optimizationLevel}`]),
    ...COMPATIBILITY[hardwareCompatibility ?? HardwareCompatibility.NONE],
    ...(extraArguments ?? []),
  ];
}

/** Whether a version has no options for the precision: it keeps the types of the ONNX file, as all others do with `--stronglyTyped`. */
export function keepsTypes(tensorRt = FIRST_STRONGLY_TYPED): boolean {
  return compareVersions(tensorRt, ONLY_STRONGLY_TYPED) >= 0;
}

/** The precision that keeps the types of the ONNX file, as far as the version can. */
export function defaultPrecision(tensorRt = FIRST_STRONGLY_TYPED): EnginePrecision {
  const able = compareVersions(tensorRt, FIRST_STRONGLY_TYPED) >= 0;
  return able ? EnginePrecision.STRONGLY_TYPED : EnginePrecision.FP32;
}

/** A layer that cannot have its precision fails the build, instead of silently having another one. */
function layerArguments(precisions: EngineSettings['layerPrecisions'] = {}): string[] {
  const layers = Object.entries(precisions).sort(([a], [b]) => (a < b ? -1 : 1));
  if (layers.length === 0) return [];
  const words = layers.map(([name, { kserveName }]) => `${quoted(name)}:${kserveName.toLowerCase()}`);
  return ['--precisionConstraints=obey', `--layerPrecisions=${words.join(',')}`];
}

function shapeArguments(profile: ShapesByInput): string[] {
  const inputs = Object.entries(profile).sort(([a], [b]) => (a < b ? -1 : 1));
  if (inputs.length === 0) return [];
  const shapes = (side: keyof EngineShapes): string =>
    inputs.map(([name, each]) => `${quoted(name)}:${each[side].join('x')}`).join(',');
  return [`--minShapes=${shapes('min')}`, `--optShapes=${shapes('opt')}`, `--maxShapes=${shapes('max')}`];
}

/** A name may have colons: quotes say where it ends. */
function quoted(name: string): string {
  return name.includes(':') ? `'${name}'` : name;
}
