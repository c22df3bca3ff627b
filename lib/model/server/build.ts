import { Size, Tokenization } from 'aws-cdk-lib';
import { userArguments } from './user-arguments';
import { exporterVariables, withMetricsExporter } from './metrics-exporter';
import { calledModels, modelsWithMembers, ServerContext } from './served-models';
import { LogLevel, ServerOptions } from './options';
import { portVariables } from './ports';
import { readsVariable } from './start-variables';
import { rulePage } from '../../findings/rule-page';

/** Beginning of the TensorRT backend's setting that lists the plugin libraries to load. */
const PLUGINS_SETTING = 'tensorrt,plugins=';

/**
 * A multi-model server responds to the health check before it has loaded models, so that a model that cannot be loaded does not affect the others.
 * The start script sets PING_MODE to OVERRIDE_PING_MODE or to a default, but does not export PING_MODE. Therefore, PING_MODE has an effect
 * only if the container's environment contains both variables (tested with the script of r24.09, 2026-11-21).
 */
const PING_BEFORE_MODELS = { SAGEMAKER_TRITON_PING_MODE: 'live', SAGEMAKER_TRITON_OVERRIDE_PING_MODE: 'live' };

/** The container's environment: the variables that differ from the start script's defaults and that the release reads. */
export function serverEnvironment(userOptions: ServerOptions = {}, served: ServerContext): Record<string, string> {
  const options = withMetricsExporter(userOptions, served.exportedMetrics);
  const argumentText = additionalArguments(options, served).join(' ');
  const environment = {
    ...onlySupported(served.release, logVariables(options.logLevel ?? LogLevel.INFO)),
    ...onlySupported(served.release, served.multiModel ? PING_BEFORE_MODELS : {}),
    ...withoutUndefined({
      SAGEMAKER_TRITON_THREAD_COUNT: formatNumber(options.threadCount),
      SAGEMAKER_TRITON_SHM_DEFAULT_BYTE_SIZE: formatBytes(options.pythonSharedMemory),
      SAGEMAKER_TRITON_INFERENCE_TYPE: options.inferenceType,
      SAGEMAKER_TRITON_ADDITIONAL_ARGS: argumentText === '' ? undefined : argumentText,
    }),
    ...onlySupported(served.release, portVariables(options)),
    ...options.environment,
  };
  return { ...environment, ...exporterVariables(options, environment, served.exportedMetrics) };
}

/** The arguments of the server for options without a variable of the start script. */
function additionalArguments(options: ServerOptions, served: ServerContext): string[] {
  const cacheSize = formatBytes(options.responseCacheSize);
  const modelsToLoad = served.multiModel ? [] : calledModels(served);
  return [
    ...(cacheSize === undefined ? [] : [`--cache-config=local,size=${cacheSize}`]),
    ...modelsToLoad.map((name) => `--load-model=${name}`),
    ...pluginArguments(options, served),
    ...(options.additionalArguments ?? []),
  ];
}

/** Whether the user's arguments list the plugin libraries of the TensorRT backend. The library then adds no plugins to the list. */
export function listsPlugins(options: ServerOptions): boolean {
  return userArguments(options).some(
    ({ name, value }) => name === 'backend-config' && value?.startsWith(PLUGINS_SETTING),
  );
}

/** The argument that loads the plugin libraries of the engines (tensorrt_backend, README.md). */
function pluginArguments(options: ServerOptions, served: ServerContext): string[] {
  const paths = modelsWithMembers(served).flatMap(({ model: { name, files } }) =>
    (files?._builds?.pluginPaths ?? []).map((path) => `/opt/ml/model/${name}/${path}`),
  );
  return listsPlugins(options) || served.multiModel || paths.length === 0
    ? []
    : [`--backend-config=${PLUGINS_SETTING}${paths.join(';')}`];
}

function logVariables(level: LogLevel): Record<string, string | undefined> {
  const falseFor = (...levels: LogLevel[]): string | undefined => (levels.includes(level) ? 'false' : undefined);
  return {
    SAGEMAKER_TRITON_LOG_VERBOSE: falseFor(LogLevel.INFO, LogLevel.WARNING, LogLevel.ERROR),
    SAGEMAKER_TRITON_LOG_INFO: falseFor(LogLevel.WARNING, LogLevel.ERROR),
    SAGEMAKER_TRITON_LOG_WARNING: falseFor(LogLevel.ERROR),
  };
}

/** Omits the variables that a release does not read. */
function onlySupported(release: string, variables: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(withoutUndefined(variables)).filter(([name]) => readsVariable(release, name)),
  );
}

function withoutUndefined(variables: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function formatBytes(size?: Size): string | undefined {
  try {
    return size && formatNumber(size.toBytes());
  } catch (error) {
    throw new Error(
      `server: got a size that is only known at deploy time; allowed: a size in bytes, Size.bytes(…) ${rulePage('sme.size-unit')}`,
      {
        cause: error,
      },
    );
  }
}

function formatNumber(value?: number): string | undefined {
  return value === undefined ? undefined : Tokenization.stringifyNumber(value);
}
