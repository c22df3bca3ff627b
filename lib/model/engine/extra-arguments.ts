import { nearestName } from '../../findings/nearest';
import { isInRange, VersionRange } from '../../facts/versions';

/**
 * Options of trtexec that users can add, with the TensorRT versions that support them. Options with a value end with `=`. Source:
 * `BuildOptions::parse` in samples/common/sampleOptions.cpp of NVIDIA/TensorRT at 8.0.1 (eb5de99), 8.2.1 (6f38570), 8.4.1 (b55c471), 8.5.3
 * (b0c259a), 8.6.1 (ead187e), 10.0.1 (f307687), 10.4.0 (866548c), 10.9.0 (8c6d69d), 10.13.3 (94e2b9e), 10.14 (3b4ddc1), 10.16 (52399f5), 11.0
 * (771d8ef) and 11.1 (82d1dca), the versions of published images and of TensorRT 11 (read 2026-11-29).
 */
const ALLOWED_OPTIONS: { readonly [option: string]: VersionRange } = {
  '--avgTiming=': {},
  '--builderOptimizationLevel=': { since: '8.6' },
  '--decomposableAttentions=': { since: '10.14' },
  '--distributiveIndependence': { since: '10.13' },
  '--enablePluginOverride': { since: '10.16' },
  '--hardwareCompatibilityLevel=': { since: '8.6' },
  '--heuristic': { since: '8.5', until: '10.0' },
  '--l2LimitForTiling=': { since: '10.9' },
  '--layerOutputTypes=': { since: '8.4', until: '11.0' },
  '--layerPrecisions=': { since: '8.4', until: '11.0' },
  '--maxAuxStreams=': { since: '8.6' },
  '--maxTactics=': { since: '10.4' },
  '--memPoolSize=': { since: '8.4' },
  '--minTiming=': { until: '10.0' },
  '--noBuilderCache': {},
  '--noCompilationCache': { since: '10.0' },
  '--noTF32': {},
  '--pluginInstanceNorm': { since: '10.0' },
  '--precisionConstraints=': { since: '8.2', until: '11.0' },
  '--preview=': { since: '8.5' },
  '--refit': {},
  '--sparsity=': {},
  '--tacticSources=': {},
  '--tilingOptimizationLevel=': { since: '10.9' },
  '--workspace=': { until: '10.0' },
};

const NO_FILE_NAMES =
  'the option names a file, and the job has only the ONNX file, its external data and plugins: a new job has no files of earlier ones';
const NO_VERSION_COMPATIBILITY =
  'each engine is built with the TensorRT version that serves it, so it does not need to run with other versions';
const NO_OTHER_FORMATS =
  'the engine has the data types and formats of the ONNX file, with which its responses are compared: convert the ONNX file';
const NO_MISSING_WEIGHTS = 'Triton loads engines that contain all weights';

/** Options of trtexec that users cannot add, with the property to use instead, or the reason for the rejection. */
const REJECTED_OPTIONS: { readonly [option: string]: { readonly property: string } | { readonly reason: string } } = {
  ...forOptions(['best', 'bf16', 'fp16', 'fp8', 'int4', 'int8', 'stronglyTyped'], { property: 'precision' }),
  ...forOptions(['maxBatch', 'maxShapes', 'minShapes', 'optShapes', 'profile'], { property: 'profiles' }),
  ...forOptions(['dynamicPlugins', 'plugins', 'setPluginsToSerialize', 'staticPlugins'], { property: 'plugins' }),
  ...forOptions(['calib', 'errorOnTimingCacheMiss', 'leanDLLPath', 'tempdir', 'timingCacheFile'], {
    reason: NO_FILE_NAMES,
  }),
  ...forOptions(['excludeLeanRuntime', 'runtimePlatform', 'useRuntime', 'vc', 'versionCompatible'], {
    reason: NO_VERSION_COMPATIBILITY,
  }),
  ...forOptions(['inputIOFormats', 'outputIOFormats'], { reason: NO_OTHER_FORMATS }),
  ...forOptions(['allowWeightStreaming', 'stripAllWeights', 'stripWeights', 'weightless'], {
    reason: NO_MISSING_WEIGHTS,
  }),
  ...forOptions(['buildOnly', 'loadEngine', 'onnx', 'profilingVerbosity', 'saveEngine', 'skipInference'], {
    reason: 'the library sets this option',
  }),
};

/**
 * Returns a message about an invalid argument, or undefined if the argument is valid.
 *
 * @param argument argument of the user, such as `--sparsity=enable`
 * @param otherNames names of all other options of the build
 * @param tensorRt TensorRT version that builds the engine; undefined if the version is unknown
 */
export function argumentProblem(argument: string, otherNames: string[], tensorRt?: string): string | undefined {
  const name = optionName(argument);
  const rejected = REJECTED_OPTIONS[name];
  if (rejected) return 'property' in rejected ? `allowed: the property ${rejected.property}` : rejected.reason;
  const supportedOptions = Object.keys(ALLOWED_OPTIONS).filter(
    (option) => tensorRt === undefined || isInRange(tensorRt, ALLOWED_OPTIONS[option]),
  );
  const option = supportedOptions.find((each) => optionName(each) === name);
  if (option === undefined) {
    const suggestion = nearestName(name, supportedOptions.map(optionName));
    const version = tensorRt === undefined ? '' : ` with TensorRT ${tensorRt}`;
    const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
    return `allowed${version}: ${supportedOptions.join(', ')}${hint}`;
  }
  if (otherNames.includes(name)) return 'got the option twice; allowed: each option once';
  const value = argument.slice(name.length);
  if (option.endsWith('=')) return value.length > 1 ? undefined : `allowed: ${option}<value>`;
  // trtexec would interpret --refit=false as --refit.
  return value === '' ? undefined : `allowed: ${option}, without a value`;
}

/** Name of an option, without the value. */
export function optionName(argument: string): string {
  return argument.split('=', 1)[0];
}

function forOptions<T>(names: string[], value: T): { [option: string]: T } {
  return Object.fromEntries(names.map((name) => [`--${name}`, value]));
}
