import * as fs from 'fs';
import { constants } from 'os';

/** How many processes the kernel of this machine has killed since they had no memory left; undefined where it does not say. */
export function oomKills(vmstat = '/proc/vmstat'): number | undefined {
  if (!fs.existsSync(vmstat)) return undefined;
  const count = /^oom_kill (\d+)$/m.exec(fs.readFileSync(vmstat, 'utf8'))?.[1];
  return count === undefined ? undefined : Number(count);
}

/**
 * How a server ended, in words.
 *
 * @param killsBefore what `oomKills` said when the server started
 * @param killsAfter what it said when the server ended
 */
export function describeExit(
  code: number | null,
  signal: NodeJS.Signals | null,
  killsBefore: number | undefined,
  killsAfter: number | undefined,
): string {
  const name = signal ?? signalOf(code ?? 0);
  if (name === undefined) return `it ended with status ${code}`;
  // The kernel counts, but does not say whom it killed: without SIGKILL it was another process.
  const outOfMemory = name === 'SIGKILL' && killsBefore !== undefined && (killsAfter ?? 0) > killsBefore;
  return `it was ended by the signal ${name}${outOfMemory ? ', since the kernel reports that this host was out of memory' : ''}`;
}

/** A shell, and the launcher of the server, put a signal into the exit status. */
function signalOf(code: number): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
}
