import { Size } from 'aws-cdk-lib';
import { releaseOrNewer } from '../../facts/triton-releases';
import { error, errorIf, Finding, warning } from '../../findings/finding';
import { checkCountRange, checkSizeRange } from '../../findings/ranges';
import { ServerContext } from './served-models';
import { ServerOptions } from './options';
import { argumentValues, lastArgumentValue } from './user-arguments';
import { LOAD_LIMIT, readsVariable, FIRST_RELEASE_BY_VARIABLE, VARIABLES_BY_OPTION } from './start-variables';
import { isUnresolved } from '../../findings/is-unresolved';

/** The smallest shared memory that the python backend accepts (python_backend, src/python_be.cc). */
const MIN_SHARED_MEMORY = Size.mebibytes(1);

/** Checks the values of the options, and whether the release of the image supports the options. */
export function checkOptions(options: ServerOptions, served: ServerContext): Finding[] {
  return [
    ...checkRelease(options, served.release),
    ...checkRanges(options),
    ...checkShellCharacters(options),
    ...(served.multiModel ? checkMultiModel(options) : []),
  ];
}

function checkRelease(options: ServerOptions, release: string): Finding[] {
  const configuredOptions = Object.entries(VARIABLES_BY_OPTION).filter(([option]) =>
    isSet(options[option as keyof ServerOptions]),
  );
  return configuredOptions.flatMap(([option, [variable]]) => {
    if (readsVariable(release, variable)) return [];
    const message = `got a value with Triton ${release}, whose start script ignores it; requires Triton ${releaseOrNewer(FIRST_RELEASE_BY_VARIABLE[variable])}`;
    return [error('sme.release', `server.${option}`, message)];
  });
}

/** Whether an option has an effect. An empty list and `false` have no effect. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}

function checkRanges({ threadCount, pythonSharedMemory, responseCacheSize }: ServerOptions): Finding[] {
  const minimum = MIN_SHARED_MEMORY.toBytes();
  return [
    ...checkCountRange(threadCount, { ruleId: 'sme.threads', field: 'server.threadCount', minimum: 1 }),
    ...checkSizeRange(pythonSharedMemory, { ruleId: 'py.shm', field: 'server.pythonSharedMemory', minimum }, 'bytes'),
    ...checkSizeRange(
      responseCacheSize,
      { ruleId: 'cache.size', field: 'server.responseCacheSize', minimum: 1 },
      'bytes',
    ),
  ];
}

/** Rejects white space and wildcards, because the start script passes all arguments to the server in one unquoted shell variable. */
function checkShellCharacters({ additionalArguments = [] }: ServerOptions): Finding[] {
  return additionalArguments.flatMap((value, index) =>
    errorIf(
      !isUnresolved(value) && !/^[^\s*?[\]]+$/.test(value),
      'sme.args-split',
      `server.additionalArguments[${index}]`,
      `got '${value}'; allowed: no white space and none of * ? [ ], since the container's start script splits and expands ` +
        'arguments even if they are quoted; write --option=value',
    ),
  );
}

function checkMultiModel(options: ServerOptions): Finding[] {
  const models = argumentValues('load-model', options);
  const variable = options.environment?.[LOAD_LIMIT];
  const limit = lastArgumentValue('model-load-gpu-limit', options) ?? variable;
  return [
    ...checkNoInferenceType(options),
    ...(limit === undefined
      ? []
      : [
          warning(
            'mme.load-limit',
            limit === variable ? `server.environment.${LOAD_LIMIT}` : 'server.additionalArguments',
            `got ${isUnresolved(limit) ? 'a limit' : limit}; a load above this limit fails with HTTP 400 instead of 507, so SageMaker does not unload other models to make room`,
          ),
        ]),
    ...errorIf(
      models.length > 0,
      'mme.additional-models',
      'server.additionalArguments',
      `got --load-model for ${models.join(', ')}; allowed: none, since a multi-model endpoint starts without models; use an ensemble`,
    ),
  ];
}

/** Rejects an inference type: a multi-model server supports only `infer` (triton-inference-server/server, src/sagemaker_server.cc). */
function checkNoInferenceType({ inferenceType, environment }: ServerOptions): Finding[] {
  const variable = environment?.SAGEMAKER_TRITON_INFERENCE_TYPE;
  const configuredType = inferenceType ?? variable;
  if (configuredType === undefined) return [];
  const field = inferenceType ? 'server.inferenceType' : 'server.environment.SAGEMAKER_TRITON_INFERENCE_TYPE';
  const message = `got ${configuredType}; allowed: none, since requests to a multi-model endpoint are always infer requests`;
  return [error('mme.inference-type', field, message)];
}
