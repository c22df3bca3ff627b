import { Size, Token } from 'aws-cdk-lib';
import { Finding } from '../../model-config';
import { error, warning } from '../finding';
import { ServedModels } from './served-models';
import { ServerOptions } from './server-options';
import { readsVariable, START_VARIABLES, VARIABLES_OF } from './start-variables';

/** The smallest shared memory that the python backend accepts (python_backend, src/python_be.cc). */
const MIN_SHARED_MEMORY = Size.mebibytes(1);

/** Values that the server would refuse, and options that the image's release does not know. */
export function optionFindings(options: ServerOptions, served: ServedModels): Finding[] {
  return [
    ...releaseFindings(options, served.release),
    ...numberFindings(options),
    ...sizeFindings(options),
    ...argumentFindings(options),
    ...(served.multiModel ? multiModelFindings(options) : []),
  ];
}

function releaseFindings(options: ServerOptions, release: string): Finding[] {
  const given = Object.entries(VARIABLES_OF).filter(([option]) => isGiven(options[option as keyof ServerOptions]));
  return given.flatMap(([option, [variable]]) => {
    if (readsVariable(release, variable)) return [];
    const message = `got it with Triton ${release}, whose start script ignores it; allowed: with Triton ${START_VARIABLES[variable]} or newer`;
    return [error('sme.release', `server.${option}`, message)];
  });
}

/** An empty list and a false switch ask for nothing. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}

function numberFindings({
  threadCount,
  bufferManagerThreadCount,
  gpuMemoryLoadLimit,
  ...others
}: ServerOptions): Finding[] {
  const limitFits = gpuMemoryLoadLimit === undefined || isFraction(gpuMemoryLoadLimit);
  return [
    ...wholeNumber('sme.threads', 'threadCount', 1, threadCount),
    ...wholeNumber('sme.threads', 'bufferManagerThreadCount', 0, bufferManagerThreadCount),
    ...(limitFits
      ? []
      : [
          error(
            'sme.load-limit',
            'server.gpuMemoryLoadLimit',
            `got ${gpuMemoryLoadLimit}; allowed: above 0 and up to 1`,
          ),
        ]),
    ...(others.rateLimiterResources ?? []).flatMap(({ name, count, device }, index) => {
      const field = `rateLimiterResources[${index}]`;
      const nameFits = Token.isUnresolved(name) || /^[^:\s]+$/.test(name);
      return [
        ...(nameFits
          ? []
          : [
              error(
                'rl.resource',
                `server.${field}.name`,
                `got '${name}'; allowed: a name without colon and white space`,
              ),
            ]),
        ...wholeNumber('rl.resource', `${field}.count`, 1, count),
        ...wholeNumber('rl.resource', `${field}.device`, 0, device),
      ];
    }),
  ];
}

function isFraction(value: number): boolean {
  return Token.isUnresolved(value) || (value > 0 && value <= 1);
}

function wholeNumber(rule: string, option: string, minimum: number, value?: number): Finding[] {
  if (value === undefined || Token.isUnresolved(value) || (Number.isInteger(value) && value >= minimum)) return [];
  return [error(rule, `server.${option}`, `got ${value}; allowed: a whole number of at least ${minimum}`)];
}

function sizeFindings({ pythonSharedMemory, pythonSharedMemoryGrowth, responseCacheSize }: ServerOptions): Finding[] {
  return [
    ...atLeast('py.shm', 'pythonSharedMemory', MIN_SHARED_MEMORY, pythonSharedMemory),
    ...atLeast('py.shm-growth', 'pythonSharedMemoryGrowth', Size.bytes(1), pythonSharedMemoryGrowth),
    ...atLeast('cache.size', 'responseCacheSize', Size.bytes(1), responseCacheSize),
  ];
}

function atLeast(rule: string, option: string, minimum: Size, size?: Size): Finding[] {
  if (!size || size.isUnresolved() || size.toBytes() >= minimum.toBytes()) return [];
  return [error(rule, `server.${option}`, `got ${size.toBytes()} bytes; allowed: at least ${minimum.toBytes()}`)];
}

/** The start script hands all arguments to the server in one unquoted variable. */
function argumentFindings({ additionalArguments = [], additionalModels = [] }: ServerOptions): Finding[] {
  const check = (option: string, values: string[]): Finding[] =>
    values.flatMap((value, index) =>
      Token.isUnresolved(value) || /^[^\s*?[\]]+$/.test(value)
        ? []
        : [
            error(
              'sme.args-split',
              `server.${option}[${index}]`,
              `got '${value}'; allowed: one without white space and without * ? [ ], since the container's start script splits ` +
                'and expands them whatever is quoted; write --option=value',
            ),
          ],
    );
  return [...check('additionalArguments', additionalArguments), ...check('additionalModels', additionalModels)];
}

function multiModelFindings({ inferenceType, additionalModels = [], gpuMemoryLoadLimit }: ServerOptions): Finding[] {
  return [
    ...(gpuMemoryLoadLimit === undefined
      ? []
      : [
          warning(
            'mme.load-limit',
            'server.gpuMemoryLoadLimit',
            `got ${gpuMemoryLoadLimit}; a load beyond it is answered with 400 and not 507, so that SageMaker unloads no other model for it`,
          ),
        ]),
    ...(inferenceType === undefined
      ? []
      : [
          error(
            'mme.inference-type',
            'server.inferenceType',
            `got ${inferenceType}; allowed: none, since requests to a multi-model endpoint are always infer requests`,
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
