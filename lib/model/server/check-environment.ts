import { Finding, error, errorIf, warning } from '../../findings/finding';
import { ServerContext } from './served-models';
import { serverEnvironment } from './build';
import { withMetricsExporter } from './metrics-exporter';
import { ServerOptions } from './options';
import { checkPorts } from './ports';
import { readsVariable, FIRST_RELEASE_BY_VARIABLE, VARIABLES_BY_OPTION } from './start-variables';
import { isUnresolved } from '../../findings/is-unresolved';

/** Limits of SageMaker's API for a container (botocore 1.44.5, CreateModel, read 2026-11-21). */
const MAX_VARIABLES = 100;
const MAX_TEXT_LENGTH = 1024;
const MAX_TOTAL_BYTES = 32 * 1024;

/** Variables that users cannot set, and the reasons. */
const RESERVED_VARIABLES: Record<string, string> = {
  SAGEMAKER_MULTI_MODEL: 'SageMaker sets it on a multi-model endpoint',
  SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: "the endpoint sets it to the model's name",
};

const PING_VARIABLES = ['SAGEMAKER_TRITON_PING_MODE', 'SAGEMAKER_TRITON_OVERRIDE_PING_MODE'];

/** Checks the container's environment against the limits of the API and the behavior of the start script. */
export function checkEnvironment(options: ServerOptions, served: ServerContext): Finding[] {
  const userVariables = Object.entries(options.environment ?? {});
  return [
    ...checkLimits(serverEnvironment(options, served)),
    ...userVariables.flatMap(([name, value]) => [
      ...checkName(name, options, served.release),
      ...(isUnresolved(value) ? [] : checkValue(name, value)),
    ]),
    ...checkPorts(withMetricsExporter(options, served.exportedMetrics), served.release),
  ];
}

function checkLimits(environment: Record<string, string>): Finding[] {
  const entries = Object.entries(environment);
  const totalBytes = entries.flat().reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return [
    ...entries.flatMap(([name, value]) => [
      ...errorIf(
        !/^[a-zA-Z_][a-zA-Z0-9_]{0,1023}$/.test(name),
        'sm.env-key',
        'server.environment',
        `got '${name}'; allowed: 1 to ${MAX_TEXT_LENGTH} letters, digits and underscores that do not begin with a digit`,
      ),
      ...errorIf(
        !isUnresolved(value) && value.length > MAX_TEXT_LENGTH,
        'sm.env-value',
        fieldOf(name),
        `got ${value.length} characters in ${name}; allowed: up to ${MAX_TEXT_LENGTH}`,
      ),
    ]),
    ...errorIf(
      entries.length > MAX_VARIABLES,
      'sm.env-count',
      'server.environment',
      `got ${entries.length} variables; allowed: up to ${MAX_VARIABLES}`,
    ),
    ...errorIf(
      totalBytes > MAX_TOTAL_BYTES,
      'sm.env-total',
      'server.environment',
      `got ${totalBytes} bytes; allowed: up to ${MAX_TOTAL_BYTES} over all variables`,
    ),
  ];
}

function fieldOf(variable: string): string {
  return variable === 'SAGEMAKER_TRITON_ADDITIONAL_ARGS'
    ? 'server.additionalArguments'
    : `server.environment.${variable}`;
}

function checkName(name: string, options: ServerOptions, release: string): Finding[] {
  const field = `server.environment.${name}`;
  if (RESERVED_VARIABLES[name])
    return [error('sme.reserved', field, `got ${name}; allowed: leave it out, since ${RESERVED_VARIABLES[name]}`)];
  const option = optionFor(name, options);
  if (option) return [error('sme.twice', field, `got a value together with server.${option}; allowed: one of the two`)];
  const otherPingVariable = PING_VARIABLES.find((each) => each !== name);
  if (PING_VARIABLES.includes(name) && options.environment?.[otherPingVariable ?? ''] === undefined) {
    const message = `has no effect alone: the start script needs both variables; set ${otherPingVariable} to the same value`;
    return [warning('sme.ping-mode', field, message)];
  }
  if (readsVariable(release, name)) return [];
  const message = `Triton ${release} ignores the variable; Triton ${FIRST_RELEASE_BY_VARIABLE[name]} and newer read it`;
  return [warning('sme.release', field, message)];
}

/** Finds an option that the user set and that also sets the variable. */
function optionFor(variable: string, options: ServerOptions): string | undefined {
  return Object.entries(VARIABLES_BY_OPTION).find(
    ([option, variables]) => options[option as keyof ServerOptions] !== undefined && variables.includes(variable),
  )?.[0];
}

function checkValue(name: string, value: string): Finding[] {
  const field = `server.environment.${name}`;
  if (name === 'SAGEMAKER_TRITON_DISABLE_MODEL_NAMESPACING' && value === 'true') {
    const message = "got 'true', which keeps namespacing on: the value is passed to --model-namespacing; set 'false'";
    return [warning('sme.namespacing', field, message)];
  }
  const isSplit = Object.hasOwn(FIRST_RELEASE_BY_VARIABLE, name) && name !== 'SAGEMAKER_TRITON_ADDITIONAL_ARGS';
  return errorIf(
    isSplit && /[\s*?[\]]/.test(value),
    'name.serve-shell',
    field,
    `got '${value}'; allowed: no white space and none of * ? [ ], which the start script would expand`,
  );
}
