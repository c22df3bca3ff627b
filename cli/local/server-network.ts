import { spawnSync } from 'child_process';
import * as path from 'path';
import getPort from 'get-port';
import { installedProgram } from '../../lib/files/installed-program';
import { Address } from './triton-process';

/** The network of a server: how to start the server in the network, and how to connect to it. */
export interface ServerNetwork {
  /** The words at the beginning of the command that starts the server. */
  readonly launcher: string[];
  /** The address of the SageMaker port. */
  readonly address: Address;
  /** The address of Triton's standard HTTP port, which is closed in the container. */
  readonly http: Address;
  /** The port number of `http` inside the network. */
  readonly httpPort: number;
  readonly environment: Record<string, string>;
}

/** The beginning of a command that runs a program with a separate network and separate mounts. */
const UNSHARE = ['unshare', '--user', '--map-root-user', '--net', '--mount'];

/**
 * Whether a process can have a separate network and separate shared memory. Both are necessary, because the server always listens on all
 * interfaces, and the Python backend allows every user to read its shared memory.
 */
export function canIsolate(): boolean {
  const [command, ...options] = [...UNSHARE, 'mount', '-t', 'tmpfs', 'tmpfs', '/dev/shm'];
  return spawnSync(command, options, installedProgram()).status === 0;
}

/**
 * Creates a network that contains only the server. Unix sockets in the work folder forward connections to its ports.
 *
 * @param launch the command that starts the server, without its last argument: the relays (the port for each Unix socket)
 */
export function privateNetwork(
  launch: string[],
  workFolder: string,
  environment: Record<string, string>,
): ServerNetwork {
  const port = Number(environment.SAGEMAKER_BIND_TO_PORT || 8080);
  const httpPort = chooseSecondPort(port, environment.SAGEMAKER_SAFE_PORT_RANGE);
  const [address, http] = ['triton', 'http'].map((name) => ({ socketPath: path.join(workFolder, `${name}.sock`) }));
  const relays = { [address.socketPath]: port, [http.socketPath]: httpPort };
  const launcher = [...UNSHARE, ...launch, JSON.stringify(relays)];
  return { launcher, address, http, httpPort, environment };
}

/** Uses free ports of the network of this host. */
export async function hostNetwork(launch: string[], environment: Record<string, string>): Promise<ServerNetwork> {
  const [port, httpPort] = [await getPort(), await getPort({ host: '127.0.0.1' })];
  return {
    launcher: [...launch, '{}'],
    address: { host: '127.0.0.1', port },
    http: { host: '127.0.0.1', port: httpPort },
    httpPort,
    environment: {
      ...environment,
      SAGEMAKER_BIND_TO_PORT: String(port),
      SAGEMAKER_SAFE_PORT_RANGE: '',
      ...(canMoveMetrics(environment) && (await metricsPort())),
    },
  };
}

/** Whether the server has a metrics exporter, and no argument sets the port of the metrics. */
function canMoveMetrics(environment: Record<string, string>): boolean {
  const { SERVER_METRICS_PORT: port, SAGEMAKER_TRITON_ADDITIONAL_ARGS: text = '' } = environment;
  return port !== undefined && !text.includes('--metrics-port');
}

/** Moves the server's metrics, which its metrics exporter reads, to a free port. */
async function metricsPort(): Promise<Record<string, string>> {
  const port = String(await getPort());
  return { SAGEMAKER_TRITON_METRICS_PORT: port, SERVER_METRICS_PORT: port };
}

/** Returns a different port in the range that the server accepts. */
function chooseSecondPort(port: number, range = ''): number {
  const firstPort = Number(range.split('-')[0] || 18_000);
  return firstPort === port ? firstPort + 1 : firstPort;
}
