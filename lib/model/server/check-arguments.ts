import { error, Finding } from '../../findings/finding';
import { nearestName } from '../../findings/nearest';
import { compareReleases, releaseOrNewer } from '../../facts/triton-releases';
import { findArgument, argumentNames } from './argument-table';
import { UserArgument, userArguments } from './user-arguments';
import { ServerOptions } from './options';
import { ServerContext } from './served-models';
import { LOAD_LIMIT, readsVariable } from './start-variables';
import { checkSharedMemorySetting, checkValue } from './check-values';
import { isUnresolved } from '../../findings/is-unresolved';

/** Number of characters of an unknown name that are compared to suggest a similar name. All names of arguments are shorter. */
const MAX_NAME_LENGTH = 60;

/** Arguments for which SageMaker requires a fixed value. */
const FIXED_VALUES: Record<string, { readonly pattern: RegExp; readonly reason: string }> = {
  'allow-sagemaker': { pattern: /^(true|on|1)$/i, reason: "the server would not accept SageMaker's requests" },
  'sagemaker-port': { pattern: /^8080$/, reason: "SageMaker's requests arrive at 8080" },
  'model-control-mode': { pattern: /^explicit$/i, reason: 'SageMaker and the start script load models by their names' },
};

/** For each variable of the start script, the argument of the server that the variable sets. */
const ARGUMENT_OF_VARIABLE: Record<string, string> = {
  SAGEMAKER_TRITON_THREAD_COUNT: 'sagemaker-thread-count',
  SAGEMAKER_TRITON_BUFFER_MANAGER_THREAD_COUNT: 'buffer-manager-thread-count',
  SAGEMAKER_TRITON_LOG_VERBOSE: 'log-verbose',
  SAGEMAKER_TRITON_LOG_INFO: 'log-info',
  SAGEMAKER_TRITON_LOG_WARNING: 'log-warning',
  SAGEMAKER_TRITON_LOG_ERROR: 'log-error',
  SAGEMAKER_TRITON_DISABLE_MODEL_NAMESPACING: 'model-namespacing',
  SAGEMAKER_TRITON_ALLOW_GRPC: 'allow-grpc',
  SAGEMAKER_TRITON_ALLOW_METRICS: 'allow-metrics',
  SAGEMAKER_TRITON_GRPC_PORT: 'grpc-port',
  SAGEMAKER_TRITON_METRICS_PORT: 'metrics-port',
};

/** For each variable of the start script, the setting of the python backend that the variable sets. */
const SETTING_OF_VARIABLE: Record<string, string> = {
  SAGEMAKER_TRITON_SHM_DEFAULT_BYTE_SIZE: 'shm-default-byte-size',
  SAGEMAKER_TRITON_SHM_GROWTH_BYTE_SIZE: 'shm-growth-byte-size',
};

/** Variables with a fixed set of values. */
const ALLOWED_VALUES: Record<string, string[]> = {
  SAGEMAKER_TRITON_INFERENCE_TYPE: ['infer', 'generate', 'generate_stream'],
};

/** Checks the arguments of the server, and the variables that set arguments. */
export function checkArguments(options: ServerOptions, { release }: ServerContext): Finding[] {
  const variables = Object.entries(options.environment ?? {}).filter(
    ([name, value]) => readsVariable(release, name) && value !== '' && !isUnresolved(value) && isOneWord(value),
  );
  return [
    ...(readsVariable(release, 'SAGEMAKER_TRITON_ADDITIONAL_ARGS') ? userArguments(options) : [])
      .filter(({ originalText }) => isOneWord(originalText))
      .flatMap((each) => checkArgument(each, release)),
    ...variables.flatMap(([name, value]) => {
      const field = `server.environment.${name}`;
      if (name in ARGUMENT_OF_VARIABLE) return checkValue(ARGUMENT_OF_VARIABLE[name], value, field);
      if (name in ALLOWED_VALUES && !ALLOWED_VALUES[name].includes(value))
        return [error('sme.argument-value', field, `got '${value}'; allowed: ${ALLOWED_VALUES[name].join(', ')}`)];
      if (name === LOAD_LIMIT && !(Number(value) > 0 && Number(value) <= 1))
        return [error('sme.load-limit', field, `got '${value}'; allowed: a number above 0 and up to 1`)];
      return checkSharedMemorySetting(SETTING_OF_VARIABLE[name], value, field);
    }),
  ];
}

/** Whether the start script neither splits nor expands the text. A separate rule reports other texts. */
function isOneWord(text: string): boolean {
  return !/[\s*?[\]]/.test(text);
}

function checkArgument({ name, value, originalText, field }: UserArgument, release: string): Finding[] {
  const knownArgument = findArgument(name);
  const since = knownArgument?.argument.since;
  if (!knownArgument || !originalText.startsWith('--')) return [unknownArgumentFinding(originalText, release, field)];
  if (since && compareReleases(release, since) < 0) {
    return [
      error('sme.argument', field, `got --${name} with Triton ${release}; requires Triton ${releaseOrNewer(since)}`),
    ];
  }
  if (name === 'help')
    return [error('sme.argument', field, `got ${originalText}, with which the server does not start`)];
  if (knownArgument.argument.kind === 'none') {
    if (value === undefined) return [];
    return [error('sme.argument-value', field, `got ${originalText}; allowed: --${name}, which accepts no value`)];
  }
  if (value === undefined)
    return [error('sme.argument-value', field, `got ${originalText} without a value; allowed: --${name}=…`)];
  if (isUnresolved(value)) return [];
  const fixedValue = FIXED_VALUES[name];
  if (fixedValue && !fixedValue.pattern.test(value))
    return [
      error('sme.argument-fixed', field, `got ${originalText}; allowed: leave it out, since ${fixedValue.reason}`),
    ];
  return checkValue(name, value, field);
}

function unknownArgumentFinding(written: string, release: string, field: string): Finding {
  const name = written.replace(/^-{0,2}/, '').replace(/=.*$/s, '');
  const suggestion = name.length < 4 ? undefined : nearestName(name.slice(0, MAX_NAME_LENGTH), argumentNames(release));
  const allowed =
    suggestion === undefined
      ? `an argument of tritonserver ${release}, as --name=value`
      : `did you mean --${suggestion}?`;
  return error('sme.argument', field, `got ${written}, with which the server does not start; allowed: ${allowed}`);
}
