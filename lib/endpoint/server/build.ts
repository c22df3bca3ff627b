import { Size, Tokenization } from 'aws-cdk-lib';
import { givenArguments } from './given-arguments';
import { calledModels, servedModels, ServedModels } from './served-models';
import { LogLevel, PingMode, ServerOptions } from './options';
import { portVariables } from './ports';
import { readsVariable } from './start-variables';
import { rulePage } from '../../findings/rule-page';

const PLUGINS = 'tensorrt,plugins=';

/** The container's variables: what differs from the defaults of its start script, and only what its release reads. */
export function serverEnvironment(options: ServerOptions = {}, served: ServedModels): Record<string, string> {
  const additional = additionalArguments(options, served).join(' ');
  return {
    ...readBy(served.release, logVariables(options.logLevel ?? LogLevel.INFO)),
    ...readBy(served.release, pingVariables(options.pingMode ?? (served.multiModel ? PingMode.LIVE : undefined))),
    ...given({
      SAGEMAKER_TRITON_THREAD_COUNT: numberText(options.threadCount),
      SAGEMAKER_TRITON_BUFFER_MANAGER_THREAD_COUNT: numberText(options.bufferManagerThreadCount),
      SAGEMAKER_TRITON_MODEL_LOAD_GPU_LIMIT: numberText(options.gpuMemoryLoadLimit),
      SAGEMAKER_TRITON_SHM_DEFAULT_BYTE_SIZE: bytesText(options.pythonSharedMemory),
      SAGEMAKER_TRITON_SHM_GROWTH_BYTE_SIZE: bytesText(options.pythonSharedMemoryGrowth),
      SAGEMAKER_TRITON_INFERENCE_TYPE: options.inferenceType,
      SAGEMAKER_TRITON_ADDITIONAL_ARGS: additional === '' ? undefined : additional,
    }),
    ...readBy(served.release, portVariables(options)),
    ...options.environment,
  };
}

/** The arguments of the server for which the start script has no variable of their own. */
export function additionalArguments(options: ServerOptions, served: ServedModels): string[] {
  const cacheSize = bytesText(options.responseCacheSize);
  const loaded = served.multiModel ? [] : (options.additionalModels ?? calledModels(served));
  return [
    ...(cacheSize === undefined ? [] : [`--cache-config=local,size=${cacheSize}`]),
    ...(options.rateLimiter ? ['--rate-limit=execution_count'] : []),
    ...(options.rateLimiterResources ?? []).map(({ name, count, device }) =>
      ['--rate-limit-resource=' + name, numberText(count), ...(device === undefined ? [] : [numberText(device)])].join(
        ':',
      ),
    ),
    ...loaded.map((name) => `--load-model=${name}`),
    ...pluginArguments(options, served),
    ...(options.additionalArguments ?? []),
  ];
}

/** Whether options name libraries that the TensorRT backend loads: who names some names all of them. */
export function namesPlugins(options: ServerOptions): boolean {
  return givenArguments(options).some(({ name, value }) => name === 'backend-config' && value?.startsWith(PLUGINS));
}

/** Loads the libraries that engines were built with (tensorrt_backend, README.md). */
function pluginArguments(options: ServerOptions, served: ServedModels): string[] {
  const paths = servedModels(served).flatMap(({ model: { name, files } }) =>
    (files?._engine?.pluginPaths ?? []).map((path) => `/opt/ml/model/${name}/${path}`),
  );
  return namesPlugins(options) || served.multiModel || paths.length === 0
    ? []
    : [`--backend-config=${PLUGINS}${paths.join(';')}`];
}

function logVariables(level: LogLevel): Record<string, string | undefined> {
  const off = (...quieter: LogLevel[]): string | undefined => (quieter.includes(level) ? 'false' : undefined);
  return {
    SAGEMAKER_TRITON_LOG_VERBOSE: off(LogLevel.INFO, LogLevel.WARNING, LogLevel.ERROR),
    SAGEMAKER_TRITON_LOG_INFO: off(LogLevel.WARNING, LogLevel.ERROR),
    SAGEMAKER_TRITON_LOG_WARNING: off(LogLevel.ERROR),
  };
}

/**
 * The start script sets PING_MODE to OVERRIDE_PING_MODE, or to its own default without it, but does not export it: the server only
 * sees it when the container's environment has both (run with the script of r24.09, 2026-11-21).
 */
function pingVariables(mode?: PingMode): Record<string, string | undefined> {
  return { SAGEMAKER_TRITON_PING_MODE: mode, SAGEMAKER_TRITON_OVERRIDE_PING_MODE: mode };
}

function readBy(release: string, variables: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(given(variables)).filter(([name]) => readsVariable(release, name)));
}

function given(variables: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function bytesText(size?: Size): string | undefined {
  try {
    return size && numberText(size.toBytes());
  } catch (error) {
    throw new Error(
      `server: got a size that is only known at deploy time; allowed: a size in bytes, Size.bytes(…) ${rulePage('sme.size-unit')}`,
      {
        cause: error,
      },
    );
  }
}

function numberText(value?: number): string | undefined {
  return value === undefined ? undefined : Tokenization.stringifyNumber(value);
}
