import { Token } from 'aws-cdk-lib';
import { error, Finding, warning } from '../../findings/finding';
import { lastArgument } from './given-arguments';
import { ServerOptions } from './options';
import { readsVariable } from './start-variables';

/** Where the server takes SageMaker's requests. */
const SAGEMAKER_PORT = '8080';

/**
 * The ports that SageMaker leaves to a container. It tells them in SAGEMAKER_SAFE_PORT_RANGE, and a server with a service at another
 * port does not start (triton-inference-server/server, src/command_line_parser.cc, CheckPortCollision; run with release 24.10,
 * 2026-11-22). AWS documents the variable and not its value: this one is from the log of a public deployment with
 * SAGEMAKER_TRITON_ALLOW_METRICS, "The server cannot listen to metrics requests at port 8002, allowed port range is [23000, 23999]".
 */
const SAFE_PORTS = { first: 23000, last: 23999 };

/** A service of the server that is off unless it is asked for. */
interface Service {
  /** As in the server's arguments: `--allow-grpc`, `--grpc-port`. */
  readonly name: string;
  /** The server's own port. */
  readonly defaultPort: string;
  /** Variables of the start script, which has none for HTTP. */
  readonly variables?: { readonly allow: string; readonly port: string };
  /** The port that it gets from us. */
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

/** Ports for the services that are switched on without one: at their own ports the server would not start. */
export function portVariables(options: ServerOptions): Record<string, string> {
  const without = SERVICES.filter((service) => isOn(service, options) && portOf(service, options) === undefined);
  return Object.fromEntries(
    without.flatMap(({ variables, safePort }) => (variables && safePort ? [[variables.port, safePort]] : [])),
  );
}

/** What is wrong with the ports of the server's services. */
export function checkPorts(options: ServerOptions, release: string): Finding[] {
  return SERVICES.flatMap((service) => {
    const given = portOf(service, options);
    const on = isOn(service, options) && isRead(service, release);
    if (Token.isUnresolved(given?.port) || (!given && !on)) return [];
    const { port, field } = given ?? {
      port: service.safePort ?? service.defaultPort,
      field: 'server.additionalArguments',
    };
    if (port === (options.environment?.SAGEMAKER_BIND_TO_PORT ?? SAGEMAKER_PORT)) {
      return [
        error('sme.port-range', field, `got ${port}, to which SageMaker sends its requests; allowed: a different port`),
      ];
    }
    if (!on || hasAddress(options) || isSafe(port)) return [];
    const message =
      `got ${port} for ${service.name}; the server does not start with a port outside of SageMaker's SAGEMAKER_SAFE_PORT_RANGE, ` +
      `which was ${SAFE_PORTS.first} to ${SAFE_PORTS.last} in the containers that were observed: set one of these ports with --${service.name}-port`;
    return [warning('sme.safe-port', field, message)];
  });
}

function isRead({ variables }: Service, release: string): boolean {
  return readsVariable(release, variables?.allow ?? 'SAGEMAKER_TRITON_ADDITIONAL_ARGS');
}

/** Arguments stand behind what the start script makes of variables, and the server takes the last of each. */
function isOn({ name, variables }: Service, options: ServerOptions): boolean {
  const allow = lastArgument(`allow-${name}`, options) ?? (variables && options.environment?.[variables.allow]);
  return allow !== undefined && !/^(false|off|0)$/i.test(allow);
}

/** The port that a service is given, and the property that says so. */
function portOf({ name, variables }: Service, options: ServerOptions): { port: string; field: string } | undefined {
  const port = lastArgument(`${name}-port`, options);
  if (port !== undefined) return { port, field: 'server.additionalArguments' };
  const value = variables && options.environment?.[variables.port];
  return value === undefined ? undefined : { port: value, field: `server.environment.${variables?.port}` };
}

/** Only services at the same address are held against the range. */
function hasAddress(options: ServerOptions): boolean {
  return ['grpc', 'http', 'metrics', 'sagemaker'].some(
    (name) => lastArgument(`${name}-address`, options) !== undefined,
  );
}

function isSafe(port: string): boolean {
  return Number(port) >= SAFE_PORTS.first && Number(port) <= SAFE_PORTS.last;
}
