import { Size, Token } from 'aws-cdk-lib';
import { error, Finding, warning, within } from '../../findings/finding';
import { countWithin, numberWithin, sizeWithin } from '../../findings/ranges';
import { ServedModels } from './served-models';
import { ServerOptions, ServerResource } from './options';
import { readsVariable, START_VARIABLES, VARIABLES_OF } from './start-variables';

/** The smallest shared memory that the python backend accepts (python_backend, src/python_be.cc). */
const MIN_SHARED_MEMORY = Size.mebibytes(1);

/** Values that the server would refuse, and options that the image's release does not know. */
export function checkOptions(options: ServerOptions, served: ServedModels): Finding[] {
  return [
    ...checkRelease(options, served.release),
    ...checkNumber(options),
    ...checkSize(options),
    ...checkArgument(options),
    ...(served.multiModel ? checkMultiModel(options) : []),
  ];
}

function checkRelease(options: ServerOptions, release: string): Finding[] {
  const given = Object.entries(VARIABLES_OF).filter(([option]) => isGiven(options[option as keyof ServerOptions]));
  return given.flatMap(([option, [variable]]) => {
    if (readsVariable(release, variable)) return [];
    const message = `got a value with Triton ${release}, whose start script ignores it; requires Triton ${START_VARIABLES[variable]} or newer`;
    return [error('sme.release', `server.${option}`, message)];
  });
}

/** An empty list and a false switch ask for nothing. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}

function checkNumber({
  threadCount,
  bufferManagerThreadCount,
  gpuMemoryLoadLimit,
  rateLimiterResources = [],
}: ServerOptions): Finding[] {
  const threads = { ruleId: 'sme.threads' };
  return [
    ...countWithin(threadCount, { ...threads, field: 'server.threadCount', minimum: 1 }),
    ...countWithin(bufferManagerThreadCount, { ...threads, field: 'server.bufferManagerThreadCount', minimum: 0 }),
    ...numberWithin(gpuMemoryLoadLimit, {
      ruleId: 'sme.load-limit',
      field: 'server.gpuMemoryLoadLimit',
      above: 0,
      maximum: 1,
    }),
    ...rateLimiterResources.flatMap((resource, index) =>
      within(`server.rateLimiterResources[${index}]`, checkResource(resource)),
    ),
  ];
}

function checkResource({ name, count, device }: ServerResource): Finding[] {
  const ruleId = 'rl.resource';
  const nameFits = Token.isUnresolved(name) || /^[^:\s]+$/.test(name);
  return [
    ...(nameFits ? [] : [error(ruleId, 'name', `got '${name}'; allowed: a name without colon and white space`)]),
    ...countWithin(count, { ruleId, field: 'count', minimum: 1 }),
    ...countWithin(device, { ruleId, field: 'device', minimum: 0 }),
  ];
}

function checkSize({ pythonSharedMemory, pythonSharedMemoryGrowth, responseCacheSize }: ServerOptions): Finding[] {
  return [
    ...sizeWithin(
      pythonSharedMemory,
      { ruleId: 'py.shm', field: 'server.pythonSharedMemory', minimum: MIN_SHARED_MEMORY.toBytes() },
      'bytes',
    ),
    ...sizeWithin(
      pythonSharedMemoryGrowth,
      { ruleId: 'py.shm-growth', field: 'server.pythonSharedMemoryGrowth', minimum: 1 },
      'bytes',
    ),
    ...sizeWithin(responseCacheSize, { ruleId: 'cache.size', field: 'server.responseCacheSize', minimum: 1 }, 'bytes'),
  ];
}

/** The start script hands all arguments to the server in one unquoted variable. */
function checkArgument({ additionalArguments = [], additionalModels = [] }: ServerOptions): Finding[] {
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

/** The server handles the requests of a multi-model endpoint in one way (triton-inference-server/server, src/sagemaker_server.cc). */
function checkNoInferenceType({ inferenceType, environment }: ServerOptions): Finding[] {
  const variable = environment?.SAGEMAKER_TRITON_INFERENCE_TYPE;
  const given = inferenceType ?? variable;
  if (given === undefined) return [];
  const field = inferenceType ? 'server.inferenceType' : 'server.environment.SAGEMAKER_TRITON_INFERENCE_TYPE';
  const message = `got ${given}; allowed: none, since requests to a multi-model endpoint are always infer requests`;
  return [error('mme.inference-type', field, message)];
}
