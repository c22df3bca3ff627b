import { Token } from 'aws-cdk-lib';
import { Finding, error, warning } from '../../findings/finding';
import { ServedModels } from './served-models';
import { serverEnvironment } from './build';
import { ServerOptions } from './options';
import { checkPorts } from './ports';
import { readsVariable, START_VARIABLES, VARIABLES_OF } from './start-variables';

/** Limits of SageMaker's API for a container (botocore 1.44.5, CreateModel, read 2026-11-21). */
const MAX_VARIABLES = 100;
const MAX_LENGTH = 1024;
const MAX_TOTAL = 32 * 1024;

/** Variables that are not the user's, and whose they are. */
const RESERVED: Record<string, string> = {
  SAGEMAKER_MULTI_MODEL: 'SageMaker sets it on a multi-model endpoint',
  SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: "the endpoint sets it to the model's name",
};

/** What the container's environment must not be: the API's limits, and what the start script makes of it. */
export function checkEnvironment(options: ServerOptions, served: ServedModels): Finding[] {
  const own = Object.entries(options.environment ?? {});
  return [
    ...checkLimit(serverEnvironment(options, served)),
    ...own.flatMap(([name, value]) => [
      ...checkName(name, options, served.release),
      ...(Token.isUnresolved(value) ? [] : checkValue(name, value)),
    ]),
    ...checkPorts(options, served.release),
  ];
}

function checkLimit(environment: Record<string, string>): Finding[] {
  const entries = Object.entries(environment);
  const total = entries.flat().reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return [
    ...entries.flatMap(([name, value]) => [
      ...(/^[a-zA-Z_][a-zA-Z0-9_]{0,1023}$/.test(name)
        ? []
        : [
            error(
              'sm.env-key',
              'server.environment',
              `got '${name}'; allowed: 1 to ${MAX_LENGTH} letters, digits and underscores that do not begin with a digit`,
            ),
          ]),
      ...(Token.isUnresolved(value) || value.length <= MAX_LENGTH
        ? []
        : [
            error(
              'sm.env-value',
              fieldOf(name),
              `got ${value.length} characters in ${name}; allowed: up to ${MAX_LENGTH}`,
            ),
          ]),
    ]),
    ...(entries.length <= MAX_VARIABLES
      ? []
      : [
          error(
            'sm.env-count',
            'server.environment',
            `got ${entries.length} variables; allowed: up to ${MAX_VARIABLES}`,
          ),
        ]),
    ...(total <= MAX_TOTAL
      ? []
      : [
          error(
            'sm.env-total',
            'server.environment',
            `got ${total} bytes; allowed: up to ${MAX_TOTAL} over all variables`,
          ),
        ]),
  ];
}

function fieldOf(variable: string): string {
  return variable === 'SAGEMAKER_TRITON_ADDITIONAL_ARGS'
    ? 'server.additionalArguments'
    : `server.environment.${variable}`;
}

function checkName(name: string, options: ServerOptions, release: string): Finding[] {
  const field = `server.environment.${name}`;
  if (RESERVED[name])
    return [error('sme.reserved', field, `got ${name}; allowed: leave it out, since ${RESERVED[name]}`)];
  const option = optionFor(name, options);
  if (option) return [error('sme.twice', field, `got a value together with server.${option}; allowed: one of the two`)];
  if (name === 'SAGEMAKER_TRITON_PING_MODE' || name === 'SAGEMAKER_TRITON_OVERRIDE_PING_MODE') {
    return [
      warning(
        'sme.ping-mode',
        field,
        'has no effect alone: the start script needs both variables; use server.pingMode',
      ),
    ];
  }
  if (readsVariable(release, name)) return [];
  return [
    warning(
      'sme.release',
      field,
      `Triton ${release} ignores the variable; Triton ${START_VARIABLES[name]} and newer read it`,
    ),
  ];
}

/** The option that was given and becomes that variable. */
function optionFor(variable: string, options: ServerOptions): string | undefined {
  return Object.entries(VARIABLES_OF).find(
    ([option, variables]) => options[option as keyof ServerOptions] !== undefined && variables.includes(variable),
  )?.[0];
}

function checkValue(name: string, value: string): Finding[] {
  const field = `server.environment.${name}`;
  if (name === 'SAGEMAKER_TRITON_DISABLE_MODEL_NAMESPACING' && value === 'true') {
    return [
      warning(
        'sme.namespacing',
        field,
        "got 'true', which keeps namespacing on: the value is passed to --model-namespacing; set 'false'",
      ),
    ];
  }
  if (START_VARIABLES[name] && name !== 'SAGEMAKER_TRITON_ADDITIONAL_ARGS' && /[\s*?[\]]/.test(value)) {
    return [
      error(
        'name.serve-shell',
        field,
        `got '${value}'; allowed: no white space and none of * ? [ ], which the start script would expand`,
      ),
    ];
  }
  return [];
}
