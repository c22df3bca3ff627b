import { nearest } from '../../platform/nearest';
import { isAmong, Versions } from '../../platform/tensorrt-versions';

/**
 * Options of the build that a user may add, with the versions whose trtexec has them; those with a value end with `=`. From
 * `BuildOptions::parse` in samples/common/sampleOptions.cpp of NVIDIA/TensorRT at 8.0.1 (eb5de99), 8.2.1 (6f38570), 8.4.1 (b55c471), 8.5.3
 * (b0c259a), 8.6.1 (ead187e), 10.0.1 (f307687), 10.4.0 (866548c), 10.9.0 (8c6d69d), 10.13.3 (94e2b9e), 10.16 (52399f5), 11.0 (771d8ef) and
 * 11.1 (82d1dca), the versions of published images and of TensorRT 11 (read 2026-11-23).
 */
const OPTIONS: { readonly [option: string]: Versions } = {
  '--avgTiming=': {},
  '--decomposableAttentions=': { since: '10.16' },
  '--distributiveIndependence': { since: '10.13' },
  '--enablePluginOverride': { since: '10.16' },
  '--heuristic': { since: '8.5', until: '10.0' },
  '--l2LimitForTiling=': { since: '10.9' },
  '--layerOutputTypes=': { since: '8.4', until: '11.0' },
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

const FILES =
  'the option names a file, and the job has only the ONNX file, its external data and plugins: a new job has no files of earlier ones';
const VERSIONS =
  'each engine is built with the TensorRT version that serves it, so it does not need to run with other versions';
const FORMATS =
  'the engine has the data types and formats of the ONNX file, with which its responses are compared: convert the ONNX file';
const WEIGHTS = 'Triton loads engines that contain all weights';

/** Why options that trtexec has are not passed on; a name stands for the property to use instead. */
const REFUSED: { readonly [option: string]: { readonly property: string } | { readonly reason: string } } = {
  ...each(['best', 'bf16', 'fp16', 'fp8', 'int4', 'int8', 'stronglyTyped'], { property: 'precision' }),
  ...each(['maxBatch', 'maxShapes', 'minShapes', 'optShapes', 'profile'], { property: 'profiles' }),
  ...each(['dynamicPlugins', 'plugins', 'setPluginsToSerialize', 'staticPlugins'], { property: 'plugins' }),
  ...each(['builderOptimizationLevel'], { property: 'optimizationLevel' }),
  ...each(['hardwareCompatibilityLevel'], { property: 'hardwareCompatibility' }),
  ...each(['layerPrecisions'], { property: 'layerPrecisions' }),
  ...each(['calib', 'errorOnTimingCacheMiss', 'leanDLLPath', 'tempdir', 'timingCacheFile'], { reason: FILES }),
  ...each(['excludeLeanRuntime', 'runtimePlatform', 'useRuntime', 'vc', 'versionCompatible'], { reason: VERSIONS }),
  ...each(['inputIOFormats', 'outputIOFormats'], { reason: FORMATS }),
  ...each(['allowWeightStreaming', 'stripAllWeights', 'stripWeights', 'weightless'], { reason: WEIGHTS }),
  ...each(['buildOnly', 'loadEngine', 'onnx', 'profilingVerbosity', 'saveEngine', 'skipInference'], {
    reason: 'the library sets this option',
  }),
};

/**
 * What is wrong with an argument; undefined where trtexec gets it.
 *
 * @param argument such as `--sparsity=enable`
 * @param tensorRt the version that builds; undefined where it is not known
 * @param others the names of all other options of the build
 */
export function argumentProblem(argument: string, others: string[], tensorRt?: string): string | undefined {
  const name = optionName(argument);
  const refused = REFUSED[name];
  if (refused) return 'property' in refused ? `allowed: the property ${refused.property}` : refused.reason;
  const known = Object.keys(OPTIONS).filter((option) => tensorRt === undefined || isAmong(tensorRt, OPTIONS[option]));
  const spelled = known.find((option) => optionName(option) === name);
  if (spelled === undefined) {
    const meant = nearest(name, known.map(optionName));
    const version = tensorRt === undefined ? '' : ` with TensorRT ${tensorRt}`;
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
    return `allowed${version}: ${known.join(', ')}${hint}`;
  }
  if (others.includes(name)) return 'got the option twice; allowed: each option once';
  const value = argument.slice(name.length);
  if (spelled.endsWith('=')) return value.length > 1 ? undefined : `allowed: ${spelled}<value>`;
  // trtexec takes --refit=false for --refit.
  return value === '' ? undefined : `allowed: ${spelled}, without a value`;
}

/** An option without its value. */
export function optionName(argument: string): string {
  return argument.split('=', 1)[0];
}

function each<T>(names: string[], value: T): { [option: string]: T } {
  return Object.fromEntries(names.map((name) => [`--${name}`, value]));
}
