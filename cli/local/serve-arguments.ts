import * as fs from 'fs';
import * as path from 'path';

/** Options that the container's start script takes from a variable, with the script's own default where it has one. */
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
 * The server's arguments that the start script of the SageMaker image (triton-inference-server/server, docker/sagemaker/serve,
 * release 24.09) derives from the container's environment. A multi-model endpoint begins with
 * an empty repository. A machine without GPUs has no use for SAGEMAKER_TRITON_MODEL_LOAD_GPU_LIMIT, which the script repeats for each.
 *
 * @param modelRepository where the model is instead of /opt/ml/model
 * @throws with the script's reason where it exits instead of starting the server
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
    ...(isMultiModel(environment) ? [] : [`--load-model=${defaultModel(environment, modelRepository)}`]),
  ];
}

/** Whether the script starts the server for models that are loaded on demand. SageMaker sets the variable. */
export function isMultiModel(environment: Record<string, string>): boolean {
  return environment.SAGEMAKER_MULTI_MODEL === 'true';
}

/**
 * The variables that reach the server: the start script sets the ping mode anew, but does not export it, so that the server sees it
 * only where the container's environment has the variable already.
 */
export function serveEnvironment(environment: Record<string, string>): Record<string, string> {
  if (environment.SAGEMAKER_TRITON_PING_MODE === undefined) return environment;
  return {
    ...environment,
    SAGEMAKER_TRITON_PING_MODE:
      environment.SAGEMAKER_TRITON_OVERRIDE_PING_MODE || (isMultiModel(environment) ? 'live' : 'ready'),
  };
}

/** Variables that only the server and libraries of numbers read. */
const HARMLESS = /^(?:SAGEMAKER_[A-Z0-9_]+|OMP_NUM_THREADS|MKL_NUM_THREADS|TOKENIZERS_PARALLELISM)$/;

/**
 * The container's variables that a server outside of the container gets. Others could make programs of this machine run or load
 * something, as LD_PRELOAD and PYTHONPATH do.
 *
 * @param named what the user allows besides
 */
export function hostEnvironment(environment: Record<string, string>, named: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => HARMLESS.test(name) || named.includes(name)),
  );
}

/** Arguments that name files and folders, which mean the container's: the server here would read or write this machine's. */
const NAMES_FILES =
  /^--(?:log-file|trace-[a-z]+|model-repository|model-store|(?:backend|repoagent|cache)-directory|grpc-(?:server-cert|server-key|root-cert))(?:=|$)|^--backend-config=[^=]*directory=/;

/** The first of the further arguments that names a file or folder, if any does. */
export function argumentWithFile(environment: Record<string, string>): string | undefined {
  return additionalArguments(environment).find((argument) => NAMES_FILES.test(argument));
}

/** The script splits them on white space, whatever it quotes. */
function additionalArguments({ SAGEMAKER_TRITON_ADDITIONAL_ARGS: text = '' }: Record<string, string>): string[] {
  return text.split(/\s+/).filter((argument) => argument !== '');
}

/** As the script does from release 25.03 on; an older one ignores the variable. */
function checkInferenceType(type?: string): void {
  if (!type || ['infer', 'generate', 'generate_stream'].includes(type)) return;
  throw new Error(`SAGEMAKER_TRITON_INFERENCE_TYPE is '${type}', but must be infer, generate or generate_stream`);
}

/**
 * The model that is loaded and that `/invocations` answers.
 *
 * @throws with the script's reason where it exits
 */
export function defaultModel(environment: Record<string, string>, modelRepository: string): string {
  if (fs.existsSync(path.join(modelRepository, 'config.pbtxt'))) {
    throw new Error('config.pbtxt is at the root of the archive; the container requires a folder for each model');
  }
  const folders = fs
    .readdirSync(modelRepository, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const wanted = environment.SAGEMAKER_TRITON_DEFAULT_MODEL_NAME;
  if (wanted) {
    if (folders.includes(wanted)) return wanted;
    throw new Error(
      `SAGEMAKER_TRITON_DEFAULT_MODEL_NAME is '${wanted}', but the archive has only ${folders.join(', ')}`,
    );
  }
  if (folders.length === 1) return folders[0];
  if (folders.length === 0) throw new Error('the archive has no model folder');
  throw new Error(
    `the archive has several folders (${folders.join(', ')}) and SAGEMAKER_TRITON_DEFAULT_MODEL_NAME is not set`,
  );
}
