import { spawnSync } from 'child_process';
import * as path from 'path';
import getPort from 'get-port';
import { Address } from './triton-process';

/** How and where a server is started, and how it is reached. */
export interface Place {
  /** What a command that starts the server begins with. */
  readonly launcher: string[];
  /** Of the SageMaker endpoint. */
  readonly address: Address;
  /** Of Triton's own HTTP endpoint, which the container does not have. */
  readonly http: Address;
  readonly httpPort: number;
  readonly environment: Record<string, string>;
}

/** Starts a command with a network and mounts of its own. */
const UNSHARE = ['unshare', '--user', '--map-root-user', '--net', '--mount'];

/**
 * Whether a process may have a network and shared memory of its own. The server cannot be told to listen on 127.0.0.1 only, and the
 * Python backend lets every user read its shared memory.
 */
export function mayIsolate(): boolean {
  const [command, ...options] = [...UNSHARE, 'mount', '-t', 'tmpfs', 'tmpfs', '/dev/shm'];
  return spawnSync(command, options).status === 0;
}

/**
 * A network with nothing in it but the server; Unix sockets in the folder lead to its ports.
 *
 * @param launch the command that starts the server, without what follows the ports
 */
export function privatePlace(launch: string[], work: string, environment: Record<string, string>): Place {
  const port = Number(environment.SAGEMAKER_BIND_TO_PORT || 8080);
  const httpPort = portBeside(port, environment.SAGEMAKER_SAFE_PORT_RANGE);
  const [address, http] = ['triton', 'http'].map((name) => ({ socketPath: path.join(work, `${name}.sock`) }));
  const relays = { [address.socketPath]: port, [http.socketPath]: httpPort };
  const launcher = [...UNSHARE, ...launch, JSON.stringify(relays)];
  return { launcher, address, http, httpPort, environment };
}

/** Free ports of this machine's network. */
export async function sharedPlace(launch: string[], environment: Record<string, string>): Promise<Place> {
  const [port, httpPort] = [await getPort(), await getPort({ host: '127.0.0.1' })];
  return {
    launcher: [...launch, '{}'],
    address: { host: '127.0.0.1', port },
    http: { host: '127.0.0.1', port: httpPort },
    httpPort,
    environment: { ...environment, SAGEMAKER_BIND_TO_PORT: String(port), SAGEMAKER_SAFE_PORT_RANGE: '' },
  };
}

/** The server takes only ports of the range, where there is one. */
function portBeside(port: number, range = ''): number {
  const first = Number(range.split('-')[0] || 18_000);
  return first === port ? first + 1 : first;
}
