import { Size, Token } from 'aws-cdk-lib';
import { error, Finding, warning, prefixFields } from '../../findings/finding';
import { checkCountRange, checkNumberRange, checkSizeRange } from '../../findings/ranges';
import { ServerContext } from './served-models';
import { ServerOptions, ServerResource } from './options';
import { checkTracing } from './tracing';
import { readsVariable, FIRST_RELEASE_BY_VARIABLE, VARIABLES_BY_OPTION } from './start-variables';

/** The smallest shared memory that the python backend accepts (python_backend, src/python_be.cc). */
const MIN_SHARED_MEMORY = Size.mebibytes(1);

/** Checks the values of the options, and whether the release of the image supports the options. */
export function checkOptions(options: ServerOptions, served: ServerContext): Finding[] {
  return [
    ...checkRelease(options, served.release),
    ...checkNumbers(options),
    ...checkSizes(options),
    ...checkShellCharacters(options),
    ...checkTracing(options.tracing),
    ...(served.multiModel ? checkMultiModel(options) : []),
  ];
}

function checkRelease(options: ServerOptions, release: string): Finding[] {
  const configuredOptions = Object.entries(VARIABLES_BY_OPTION).filter(([option]) =>
    isSet(options[option as keyof ServerOptions]),
  );
  return configuredOptions.flatMap(([option, [variable]]) => {
    if (readsVariable(release, variable)) return [];
    const message = `got a value with Triton ${release}, whose start script ignores it; requires Triton ${FIRST_RELEASE_BY_VARIABLE[variable]} or newer`;
    return [error('sme.release', `server.${option}`, message)];
  });
}

/** Whether an option has an effect. An empty list and `false` have no effect. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}

function checkNumbers({
  threadCount,
  bufferManagerThreadCount,
  gpuMemoryLoadLimit,
  rateLimiterResources = [],
}: ServerOptions): Finding[] {
  const threads = { ruleId: 'sme.threads' };
  return [
    ...checkCountRange(threadCount, { ...threads, field: 'server.threadCount', minimum: 1 }),
    ...checkCountRange(bufferManagerThreadCount, { ...threads, field: 'server.bufferManagerThreadCount', minimum: 0 }),
    ...checkNumberRange(gpuMemoryLoadLimit, {
      ruleId: 'sme.load-limit',
      field: 'server.gpuMemoryLoadLimit',
      above: 0,
      maximum: 1,
    }),
    ...rateLimiterResources.flatMap((resource, index) =>
      prefixFields(`server.rateLimiterResources[${index}]`, checkResource(resource)),
    ),
  ];
}

function checkResource({ name, count, device }: ServerResource): Finding[] {
  const ruleId = 'rl.resource';
  const isValidName = Token.isUnresolved(name) || /^[^:\s]+$/.test(name);
  return [
    ...(isValidName ? [] : [error(ruleId, 'name', `got '${name}'; allowed: a name without colon and white space`)]),
    ...checkCountRange(count, { ruleId, field: 'count', minimum: 1 }),
    ...checkCountRange(device, { ruleId, field: 'device', minimum: 0 }),
  ];
}

function checkSizes({ pythonSharedMemory, pythonSharedMemoryGrowth, responseCacheSize }: ServerOptions): Finding[] {
  return [
    ...checkSizeRange(
      pythonSharedMemory,
      { ruleId: 'py.shm', field: 'server.pythonSharedMemory', minimum: MIN_SHARED_MEMORY.toBytes() },
      'bytes',
    ),
    ...checkSizeRange(
      pythonSharedMemoryGrowth,
      { ruleId: 'py.shm-growth', field: 'server.pythonSharedMemoryGrowth', minimum: 1 },
      'bytes',
    ),
    ...checkSizeRange(
      responseCacheSize,
      { ruleId: 'cache.size', field: 'server.responseCacheSize', minimum: 1 },
      'bytes',
    ),
  ];
}

/** Rejects white space and wildcards, because the start script passes all arguments to the server in one unquoted shell variable. */
function checkShellCharacters({ additionalArguments = [], additionalModels = [] }: ServerOptions): Finding[] {
  const check = (option: string, values: string[]): Finding[] =>
    values.flatMap((value, index) =>
      Token.isUnresolved(value) || /^[^\s*?[\]]+$/.test(value)
        ? []
        : [
            error(
              'sme.args-split',
              `server.${option}[${index}]`,
              `got '${value}'; allowed: no white space and none of * ? [ ], since the container's start script splits and expands ` +
                'arguments even if they are quoted; write --option=value',
            ),
          ],
    );
  return [...check('additionalArguments', additionalArguments), ...check('additionalModels', additionalModels)];
}

function checkMultiModel(options: ServerOptions): Finding[] {
  const { additionalModels = [], gpuMemoryLoadLimit } = options;
  return [
    ...checkNoInferenceType(options),
    ...(gpuMemoryLoadLimit === undefined
      ? []
      : [
          warning(
            'mme.load-limit',
            'server.gpuMemoryLoadLimit',
            `got ${gpuMemoryLoadLimit}; a load above this limit fails with HTTP 400 instead of 507, so SageMaker does not unload other models to make room`,
          ),
        ]),
    ...(additionalModels.length === 0
      ? []
      : [
          error(
            'mme.additional-models',
            'server.additionalModels',
            `got ${additionalModels.join(', ')}; allowed: none, since a multi-model endpoint starts without models; use an ensemble`,
          ),
        ]),
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
