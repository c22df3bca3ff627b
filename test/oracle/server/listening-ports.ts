import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A port on which a process listens. */
export interface ListeningPort {
  /** The IPv4 address that the port is bound to. */
  readonly address: string;
  readonly port: number;
}

/** The state of a listening socket in /proc/net/tcp. */
const LISTEN = '0A';

/**
 * Returns the ports on which a process listens; empty if the process has ended. A server that is started with port 0 listens on a free port.
 * If the test chose the port, a different process could bind the port before the server, and respond instead of the server.
 */
export function listeningPorts(pid: number): ListeningPort[] {
  const sockets = new Set(openFiles(pid));
  const [, ...rows] = unlessEnded(() => readFileSync(`/proc/${pid}/net/tcp`, 'utf8').trimEnd().split('\n'));
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === LISTEN && sockets.has(`socket:[${inode}]`))
    .map(([, local]) => {
      const [address, port] = local.split(':');
      const bytes = [...Buffer.from(address, 'hex')].reverse(); // the number has the byte order of the host
      return { address: bytes.join('.'), port: Number.parseInt(port, 16) };
    });
}

function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  const descriptors = unlessEnded(() => readdirSync(folder));
  return descriptors.flatMap((descriptor) => unlessEnded(() => [readlinkSync(`${folder}/${descriptor}`)]));
}

/** Returns an empty list if the process has ended, or has closed the file. */
function unlessEnded(read: () => string[]): string[] {
  try {
    return read();
  } catch {
    return [];
  }
}
