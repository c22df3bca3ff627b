import * as fs from 'fs';
import * as path from 'path';
import type { ModelSpec } from '../../lib/contracts/smoke-test-properties';
import { LocalVariant } from './local-variants';

/** Server options that the container's start script sets from environment variables, with the defaults of the script. */
const OPTIONS: [variable: string, option: string, fallback?: string][] = [
  ['SAGEMAKER_TRITON_DISABLE_MODEL_NAMESPACING', '--model-namespacing=', 'true'],
  ['SAGEMAKER_BIND_TO_PORT', '--sagemaker-port='],
  ['SAGEMAKER_SAFE_PORT_RANGE', '--sagemaker-safe-port-range='],
  ['SAGEMAKER_TRITON_ALLOW_GRPC', '--allow-grpc=', 'false'],
  ['SAGEMAKER_TRITON_ALLOW_METRICS', '--allow-metrics=', 'false'],
  ['SAGEMAKER_TRITON_METRICS_PORT', '--metrics-port='],
  ['SAGEMAKER_TRITON_GRPC_PORT', '--grpc-port='],
  ['SAGEMAKER_TRITON_BUFFER_MANAGER_THREAD_COUNT', '--buffer-manager-thread-count='],
  ['SAGEMAKER_TRITON_THREAD_COUNT', '--sagemaker-thread-count='],
  ['SAGEMAKER_TRITON_LOG_VERBOSE', '--log-verbose=', 'true'],
  ['SAGEMAKER_TRITON_LOG_INFO', '--log-info='],
  ['SAGEMAKER_TRITON_LOG_WARNING', '--log-warning='],
  ['SAGEMAKER_TRITON_LOG_ERROR', '--log-error='],
  ['SAGEMAKER_TRITON_SHM_DEFAULT_BYTE_SIZE', '--backend-config=python,shm-default-byte-size=', '16777216'],
  ['SAGEMAKER_TRITON_SHM_GROWTH_BYTE_SIZE', '--backend-config=python,shm-growth-byte-size=', '1048576'],
  ['SAGEMAKER_TRITON_TENSORFLOW_VERSION', '--backend-config=tensorflow,version='],
];

/**
 * Returns the server arguments that the start script of the SageMaker image (triton-inference-server/server, docker/sagemaker/serve,
 * release 24.09) derives from the environment of the container. A multi-model endpoint starts with an empty repository.
 * SAGEMAKER_TRITON_MODEL_LOAD_GPU_LIMIT is ignored, because the script repeats it for each GPU.
 *
 * @param modelRepository the folder that replaces /opt/ml/model
 * @throws if the script would exit instead of starting the server; the message is the reason
 */
export function serveArguments(environment: Record<string, string>, modelRepository: string): string[] {
  checkInferenceType(environment.SAGEMAKER_TRITON_INFERENCE_TYPE);
  const options = OPTIONS.flatMap(([variable, option, fallback]) => {
    const value = environment[variable] || fallback;
    return value === undefined ? [] : [option + value];
  });
  return [
    '--allow-sagemaker=true',
    '--allow-http=false',
    '--model-control-mode=explicit',
    `--model-repository=${modelRepository}`,
    ...options,
    ...additionalArguments(environment),
    ...(isMultiModel(environment) ? [] : [`--load-model=${defaultModelName(environment, modelRepository)}`]),
  ];
}

/** Whether the start script starts the server for a multi-model endpoint. SageMaker sets the variable that decides this. */
export function isMultiModel(environment: Record<string, string>): boolean {
  return environment.SAGEMAKER_MULTI_MODEL === 'true';
}

/**
 * Returns the environment variables of the server. The start script changes the ping mode with a shell assignment, without `export`, so the
 * change reaches the server only if the environment of the container already contains the variable.
 */
export function serveEnvironment(environment: Record<string, string>): Record<string, string> {
  if (environment.SAGEMAKER_TRITON_PING_MODE === undefined) return environment;
  return {
    ...environment,
    SAGEMAKER_TRITON_PING_MODE:
      environment.SAGEMAKER_TRITON_OVERRIDE_PING_MODE || (isMultiModel(environment) ? 'live' : 'ready'),
  };
}

/** Environment variables whose values are paths in the container, which would be paths of this host. */
const PATH_VARIABLES = /^(?:PATH|HOME|LD_[A-Z_]+|PYTHON[A-Z_]*)$/;

/** Returns the environment variables of the container that a server on this host also receives. */
export function hostEnvironment(environment: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !PATH_VARIABLES.test(name)));
}

/** Arguments with paths in the container. A server on this host would read or write these paths on this host. */
const PATH_ARGUMENTS =
  /^--(?:log-file|trace-file|model-repository|model-store|(?:backend|repoagent|cache)-directory|grpc-(?:server-cert|server-key|root-cert))(?:=|$)|^--trace-config=(?:triton,)?file=|^--backend-config=[^=]*directory=/;

/** The first of the additional arguments that contains a path; undefined if there is none. */
export function findPathArgument(environment: Record<string, string>): string | undefined {
  return additionalArguments(environment).find((argument) => PATH_ARGUMENTS.test(argument));
}

/** The arguments that the user adds. Like the start script, splits the text at white space, and does not interpret quotes. */
function additionalArguments({ SAGEMAKER_TRITON_ADDITIONAL_ARGS: text = '' }: Record<string, string>): string[] {
  return text.split(/\s+/).filter((argument) => argument !== '');
}

/** The start script validates the variable from release 25.03; older scripts ignore it. */
function checkInferenceType(type?: string): void {
  if (!type || ['infer', 'generate', 'generate_stream'].includes(type)) return;
  throw new Error(`SAGEMAKER_TRITON_INFERENCE_TYPE is '${type}', but must be infer, generate or generate_stream`);
}

/**
 * The name of the default model, which the server loads, and which receives the requests to `/invocations`.
 *
 * @throws if the start script would exit; the message is the reason
 */
export function defaultModelName(environment: Record<string, string>, modelRepository: string): string {
  if (fs.existsSync(path.join(modelRepository, 'config.pbtxt'))) {
    throw new Error('config.pbtxt is at the root of the archive; the container requires a folder for each model');
  }
  const folders = fs
    .readdirSync(modelRepository, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const configuredName = environment.SAGEMAKER_TRITON_DEFAULT_MODEL_NAME;
  if (configuredName) {
    if (folders.includes(configuredName)) return configuredName;
    throw new Error(
      `SAGEMAKER_TRITON_DEFAULT_MODEL_NAME is '${configuredName}', but the archive has only ${folders.join(', ')}`,
    );
  }
  if (folders.length === 1) return folders[0];
  if (folders.length === 0) throw new Error('the archive has no model folder');
  throw new Error(
    `the archive has several folders (${folders.join(', ')}) and SAGEMAKER_TRITON_DEFAULT_MODEL_NAME is not set`,
  );
}

/** The inference type of a variant whose `/invocations` accepts requests of the generate extension; undefined if it accepts tensors. */
export function inferenceTypeOf({ environment, multiModel }: LocalVariant): ModelSpec['inferenceType'] {
  const type = environment.SAGEMAKER_TRITON_INFERENCE_TYPE;
  return !multiModel && (type === 'generate' || type === 'generate_stream') ? type : undefined;
}

/** The route of the server's HTTP port that is equivalent to `/invocations` of a variant with this inference type. */
export function generateRoute(model: string, inferenceType: string): string {
  return `/v2/models/${encodeURIComponent(model)}/${inferenceType}`;
}
