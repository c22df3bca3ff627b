import { error, Finding, warning } from '../../findings/finding';
import { lastArgumentValue } from './user-arguments';
import { ServerOptions } from './options';
import { readsVariable } from './start-variables';
import { isUnresolved } from '../../findings/is-unresolved';

/** The port at which the server accepts SageMaker's requests. */
const SAGEMAKER_PORT = '8080';

/**
 * The ports that SageMaker allows in a container. SageMaker passes this range in SAGEMAKER_SAFE_PORT_RANGE, and a server with a service on a
 * different port does not start (triton-inference-server/server, src/command_line_parser.cc, CheckPortCollision; tested with release 24.10,
 * 2026-11-22). AWS documents the variable but not its value. The value here is from the log of a public deployment with
 * SAGEMAKER_TRITON_ALLOW_METRICS, "The server cannot listen to metrics requests at port 8002, allowed port range is [23000, 23999]".
 */
const SAFE_PORTS = { first: 23000, last: 23999 };

/** A service of the server that is disabled by default. */
interface Service {
  /** Name of the service in the server's arguments, such as `grpc` in `--allow-grpc` and `--grpc-port`. */
  readonly name: string;
  /** The server's default port. */
  readonly defaultPort: string;
  /** Variables of the start script. Undefined for HTTP, which has no variables. */
  readonly variables?: { readonly allow: string; readonly port: string };
  /** The port that this library sets by default. */
  readonly safePort?: string;
}

const SERVICES: Service[] = [
  {
    name: 'metrics',
    defaultPort: '8002',
    variables: { allow: 'SAGEMAKER_TRITON_ALLOW_METRICS', port: 'SAGEMAKER_TRITON_METRICS_PORT' },
    safePort: '23000',
  },
  {
    name: 'grpc',
    defaultPort: '8001',
    variables: { allow: 'SAGEMAKER_TRITON_ALLOW_GRPC', port: 'SAGEMAKER_TRITON_GRPC_PORT' },
    safePort: '23001',
  },
  { name: 'http', defaultPort: '8000' },
];

/** Variables with safe ports for enabled services whose port the user did not set. With the default ports, the server would not start. */
export function portVariables(options: ServerOptions): Record<string, string> {
  const withoutPort = SERVICES.filter(
    (service) => isEnabled(service, options) && portOf(service, options) === undefined,
  );
  return Object.fromEntries(
    withoutPort.flatMap(({ variables, safePort }) => (variables && safePort ? [[variables.port, safePort]] : [])),
  );
}

/** Checks the ports of the server's services. */
export function checkPorts(options: ServerOptions, release: string): Finding[] {
  return SERVICES.flatMap((service) => {
    const configured = portOf(service, options);
    const enabled = isEnabled(service, options) && supportsService(service, release);
    if (isUnresolved(configured?.port) || (!configured && !enabled)) return [];
    const { port, field } = configured ?? {
      port: service.safePort ?? service.defaultPort,
      field: 'server.additionalArguments',
    };
    if (port === (options.environment?.SAGEMAKER_BIND_TO_PORT ?? SAGEMAKER_PORT)) {
      return [
        error('sme.port-range', field, `got ${port}, to which SageMaker sends its requests; allowed: a different port`),
      ];
    }
    if (!enabled || setsServiceAddress(options) || isSafe(port)) return [];
    const message =
      `got ${port} for ${service.name}; the server does not start with a port outside of SageMaker's SAGEMAKER_SAFE_PORT_RANGE, ` +
      `which was ${SAFE_PORTS.first} to ${SAFE_PORTS.last} in the containers that were observed: set one of these ports with --${service.name}-port`;
    return [warning('sme.safe-port', field, message)];
  });
}

function supportsService({ variables }: Service, release: string): boolean {
  return readsVariable(release, variables?.allow ?? 'SAGEMAKER_TRITON_ADDITIONAL_ARGS');
}

/**
 * Whether a service is enabled. Additional arguments take precedence over variables: the start script appends additional arguments to the
 * arguments of the variables, and the server uses the last value.
 */
function isEnabled({ name, variables }: Service, options: ServerOptions): boolean {
  const allow = lastArgumentValue(`allow-${name}`, options) ?? (variables && options.environment?.[variables.allow]);
  return allow !== undefined && !/^(false|off|0)$/i.test(allow);
}

/** The port that users set for a service, and the property that sets it. */
function portOf({ name, variables }: Service, options: ServerOptions): { port: string; field: string } | undefined {
  const port = lastArgumentValue(`${name}-port`, options);
  if (port !== undefined) return { port, field: 'server.additionalArguments' };
  const value = variables && options.environment?.[variables.port];
  return value === undefined ? undefined : { port: value, field: `server.environment.${variables?.port}` };
}

/** Whether an address of a service is set. The server checks the port range only if all services have the same address. */
function setsServiceAddress(options: ServerOptions): boolean {
  return ['grpc', 'http', 'metrics', 'sagemaker'].some(
    (name) => lastArgumentValue(`${name}-address`, options) !== undefined,
  );
}

function isSafe(port: string): boolean {
  return Number(port) >= SAFE_PORTS.first && Number(port) <= SAFE_PORTS.last;
}
