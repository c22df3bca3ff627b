import { Token } from 'aws-cdk-lib';
import { error, Finding } from '../../findings/finding';
import { nearest } from '../../platform/nearest';
import { compareReleases } from '../../platform/triton-releases';
import { argumentNamed, argumentNames } from './argument-table';
import { GivenArgument, givenArguments } from './given-arguments';
import { ServerOptions } from './options';
import { ServedModels } from './served-models';
import { readsVariable } from './start-variables';
import { checkSharedMemory, checkValue } from './check-values';

/** More letters than any argument has. */
const LONGEST_NAME = 60;

/** Values that a container on SageMaker cannot do without, whatever the server takes. */
const FIXED: Record<string, { readonly fits: RegExp; readonly why: string }> = {
  'allow-sagemaker': { fits: /^(true|on|1)$/i, why: "the server would not accept SageMaker's requests" },
  'sagemaker-port': { fits: /^8080$/, why: "SageMaker's requests arrive at 8080" },
  'model-control-mode': { fits: /^explicit$/i, why: 'SageMaker and the start script load models by their names' },
};

/** Variables of the start script that become the value of an argument. */
const ARGUMENT_OF: Record<string, string> = {
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

/** Variables of the start script that become a setting of the python backend. */
const SETTING_OF: Record<string, string> = {
  SAGEMAKER_TRITON_SHM_DEFAULT_BYTE_SIZE: 'shm-default-byte-size',
  SAGEMAKER_TRITON_SHM_GROWTH_BYTE_SIZE: 'shm-growth-byte-size',
};

/** Variables that the start script or the server compares with words. */
const ONE_OF: Record<string, string[]> = {
  SAGEMAKER_TRITON_INFERENCE_TYPE: ['infer', 'generate', 'generate_stream'],
};

/** What the server would reject of its arguments and of the variables that become some. */
export function checkArguments(options: ServerOptions, { release }: ServedModels): Finding[] {
  const variables = Object.entries(options.environment ?? {}).filter(
    ([name, value]) => readsVariable(release, name) && value !== '' && !Token.isUnresolved(value) && isOneWord(value),
  );
  return [
    ...(readsVariable(release, 'SAGEMAKER_TRITON_ADDITIONAL_ARGS') ? givenArguments(options) : [])
      .filter(({ written }) => isOneWord(written))
      .flatMap((each) => checkArgument(each, release)),
    ...variables.flatMap(([name, value]) => {
      const field = `server.environment.${name}`;
      if (name in ARGUMENT_OF) return checkValue(ARGUMENT_OF[name], value, field);
      if (name in ONE_OF && !ONE_OF[name].includes(value))
        return [error('sme.argument-value', field, `got '${value}'; allowed: ${ONE_OF[name].join(', ')}`)];
      if (name === 'SAGEMAKER_TRITON_MODEL_LOAD_GPU_LIMIT')
        return checkValue('model-load-gpu-limit', `0:${value}`, field);
      return checkSharedMemory(SETTING_OF[name], value, field);
    }),
  ];
}

/** What the start script splits or expands is reported for that alone. */
function isOneWord(text: string): boolean {
  return !/[\s*?[\]]/.test(text);
}

function checkArgument({ name, value, written, field }: GivenArgument, release: string): Finding[] {
  const known = argumentNamed(name);
  const since = known?.argument.since;
  if (!known || !written.startsWith('--')) return [unknownArgument(written, release, field)];
  if (since && compareReleases(release, since) < 0) {
    return [error('sme.argument', field, `got --${name} with Triton ${release}; requires Triton ${since} or newer`)];
  }
  if (name === 'help') return [error('sme.argument', field, `got ${written}, with which the server does not start`)];
  if (known.argument.kind === 'none') {
    if (value === undefined) return [];
    return [error('sme.argument-value', field, `got ${written}; allowed: --${name}, which accepts no value`)];
  }
  if (value === undefined)
    return [error('sme.argument-value', field, `got ${written} without a value; allowed: --${name}=…`)];
  if (Token.isUnresolved(value)) return [];
  const fixed = FIXED[name];
  if (fixed && !fixed.fits.test(value))
    return [error('sme.argument-fixed', field, `got ${written}; allowed: leave it out, since ${fixed.why}`)];
  return checkValue(name, value, field);
}

function unknownArgument(written: string, release: string, field: string): Finding {
  const name = written.replace(/^-{0,2}/, '').replace(/=.*$/s, '');
  const meant = name.length < 4 ? undefined : nearest(name.slice(0, LONGEST_NAME), argumentNames(release));
  const allowed =
    meant === undefined ? `an argument of tritonserver ${release}, as --name=value` : `did you mean --${meant}?`;
  return error('sme.argument', field, `got ${written}, with which the server does not start; allowed: ${allowed}`);
}
