import { compareVersions } from '../../platform/cuda';
import { EnginePrecision } from './engine-options';
import type { EngineShapes, ShapesByInput } from './engine-profile';

/** What decides the options of trtexec. */
export interface EngineSettings {
  readonly precision?: EnginePrecision;
  readonly profiles: readonly ShapesByInput[];
  readonly optimizationLevel?: number;
}

/** From this version on the types of the ONNX file can be kept (`--stronglyTyped`) and several profiles can be given. */
export const FIRST_STRONGLY_TYPED = '10.0';
/** From this version on the types of the ONNX file are always kept. */
export const ONLY_STRONGLY_TYPED = '11.0';

const FLAGS: Record<EnginePrecision, string[]> = {
  [EnginePrecision.FP32]: [],
  [EnginePrecision.FP16]: ['--fp16'],
  [EnginePrecision.BF16]: ['--bf16'],
  [EnginePrecision.INT8]: ['--int8'],
  [EnginePrecision.FP8]: ['--fp8'],
  [EnginePrecision.STRONGLY_TYPED]: ['--stronglyTyped'],
};

/**
 * The options of trtexec that decide the engine, without paths.
 *
 * @param settings what the user chose
 * @param tensorRt the version that builds; one that is not known is taken for a newer one than 10.0
 */
export function trtexecArguments(settings: EngineSettings, tensorRt?: string): string[] {
  const { precision, profiles, optimizationLevel } = settings;
  return [
    ...(keepsTypes(tensorRt) ? [] : FLAGS[precision ?? defaultPrecision(tensorRt)]),
    ...profiles.flatMap((profile, index) => [
      ...(profiles.length > 1 ? [`--profile=${index}`] : []),
      ...shapeArguments(profile),
    ]),
    ...(optimizationLevel === undefined ? [] : [`--builderOptimizationLevel=${optimizationLevel}`]),
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
