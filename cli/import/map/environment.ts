import { LogLevel, InferenceType } from '../../../lib/model/server';
import { readsVariable } from '../../../lib/model/server/start-variables';
import {
  call,
  constant,
  definedProperties,
  Expression,
  list,
  number,
  Properties,
  struct,
  table,
  text,
} from '../code/expression';
import { Fields } from '../fields';
import { HIDDEN, looksSecret } from '../secrets';
import { Context } from './context';

/** The environment of a container. */
export interface MappedEnvironment {
  /** `server` of the endpoint. Undefined if all settings are defaults. */
  readonly server?: Expression;
  /** The model that the server loads. Undefined if the server chooses the only model of the repository. */
  readonly modelName?: string;
  /** The value by which an app of this library distinguishes the versions of the model's files. */
  readonly dataVersion?: string;
}

const LOG_VARIABLES = ['VERBOSE', 'INFO', 'WARNING'].map((level) => `SAGEMAKER_TRITON_LOG_${level}`);

/** Maps the variables that the start script of Triton reads to properties of `server`, and all others to `server.environment`. */
export function mapEnvironment(fields: Fields | undefined, release: string, context: Context): MappedEnvironment {
  if (!fields) return {};
  const values = new Map(fields.names.flatMap((name) => valueOf(fields, name)));
  /** Removes a variable that an option of this release replaces, and returns its value. */
  const take = (name: string, isValid: (value: string) => boolean = () => true): string | undefined => {
    const value = values.get(name);
    if (value === undefined || value === HIDDEN || !readsVariable(release, name) || !isValid(value)) return undefined;
    values.delete(name);
    return value;
  };
  const modelName = values.get('SAGEMAKER_TRITON_DEFAULT_MODEL_NAME');
  const dataVersion = values.get('MODEL_DATA_VERSION');
  for (const name of ['SAGEMAKER_TRITON_DEFAULT_MODEL_NAME', 'MODEL_DATA_VERSION', 'SAGEMAKER_MULTI_MODEL'])
    values.delete(name);
  const options: Properties = {
    logLevel: logLevelOf(values),
    pythonSharedMemory: sizeOf(take('SAGEMAKER_TRITON_SHM_DEFAULT_BYTE_SIZE', isWholeNumber)),
    threadCount: numberOf(take('SAGEMAKER_TRITON_THREAD_COUNT', isWholeNumber)),
    inferenceType: memberOf(
      'InferenceType',
      InferenceType,
      take('SAGEMAKER_TRITON_INFERENCE_TYPE', isIn(InferenceType)),
    ),
    ...argumentOptions(take('SAGEMAKER_TRITON_ADDITIONAL_ARGS')),
    environment: environmentOf(values, fields, context),
  };
  const server = definedProperties(options).length > 0 ? struct('ServerOptions', options) : undefined;
  return { server, modelName, dataVersion };
}

function valueOf(fields: Fields, name: string): [string, string][] {
  const value = fields.text(name);
  return value === undefined ? [] : [[name, value]];
}

const isWholeNumber = (value: string): boolean => /^[1-9]\d{0,14}$/.test(value);
const isIn =
  (members: Record<string, string>) =>
  (value: string): boolean =>
    Object.values(members).includes(value);

const numberOf = (value?: string): Expression | undefined => (value === undefined ? undefined : number(Number(value)));

function memberOf(className: string, members: Record<string, string>, value?: string): Expression | undefined {
  const [name] = Object.entries(members).find(([, each]) => each === value) ?? [];
  return name === undefined ? undefined : constant(className, name);
}

/** A size in the largest unit in which it is a whole number. */
export function sizeOf(bytes?: string | number): Expression | undefined {
  if (bytes === undefined) return undefined;
  const units: [string, number][] = [
    ['gibibytes', 1024 ** 3],
    ['mebibytes', 1024 ** 2],
    ['kibibytes', 1024],
  ];
  const [unit, size] = units.find(([, each]) => Number(bytes) % each === 0) ?? ['bytes', 1];
  return call(`Size.${unit}`, [number(Number(bytes) / size)]);
}

/** The level of the library, if the variables have exactly its effect. Without variables, the level is the default of the library. */
function logLevelOf(values: Map<string, string>): Expression | undefined {
  const levels = [LogLevel.INFO, LogLevel.WARNING, LogLevel.ERROR];
  const present = LOG_VARIABLES.filter((name) => values.has(name));
  const isOff = present.every((name) => values.get(name) === 'false');
  const isPrefix = present.every((name, index) => name === LOG_VARIABLES[index]);
  if (present.length === 0 || !isOff || !isPrefix) return undefined;
  for (const name of present) values.delete(name);
  const level = levels[present.length - 1];
  return level === LogLevel.INFO ? undefined : memberOf('LogLevel', LogLevel, level);
}

/** Maps arguments of the server that have an option of their own. */
function argumentOptions(words?: string): Properties {
  const args = (words ?? '').split(/\s+/).filter((word) => word !== '');
  const valuesOf = (prefix: string): string[] =>
    args.flatMap((arg) => (arg.startsWith(prefix) ? arg.slice(prefix.length) : []));
  const [cacheSize, ...furtherCaches] = valuesOf('--cache-config=local,size=');
  const hasCache = cacheSize !== undefined && furtherCaches.length === 0 && isWholeNumber(cacheSize);
  const others = args.filter((arg) => !(hasCache && arg.startsWith('--cache-config=local,size=')));
  return {
    responseCacheSize: hasCache ? sizeOf(cacheSize) : undefined,
    additionalArguments: others.length > 0 ? list(others.map(text)) : undefined,
  };
}

function environmentOf(values: Map<string, string>, fields: Fields, context: Context): Expression | undefined {
  if (values.size === 0) return undefined;
  const entries = [...values].map(([name, value]): [string, Expression] => {
    if (!looksSecret(name, value)) return [name, text(value)];
    const secretName = `${context.endpointName}/${name}`;
    fields.list(
      name,
      'the value may be a secret, which must not be in the code of an app',
      `create the secret ${secretName} in AWS Secrets Manager with this value, or change the code: CloudFormation reads the value in each deployment`,
      HIDDEN,
    );
    return [name, { ...call('SecretValue.secretsManager', [text(secretName)]), then: 'unsafeUnwrap' } as Expression];
  });
  return table(entries);
}
