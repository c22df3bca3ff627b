import * as fs from 'fs';
import { constants } from 'os';

/** The number of processes that the kernel of this host has killed because memory was exhausted; undefined if it is unknown. */
export function countOomKills(vmstat = '/proc/vmstat'): number | undefined {
  if (!fs.existsSync(vmstat)) return undefined;
  const count = /^oom_kill (\d+)$/m.exec(fs.readFileSync(vmstat, 'utf8'))?.[1];
  return count === undefined ? undefined : Number(count);
}

/**
 * Describes how a server ended.
 *
 * @param killsBefore the result of `countOomKills` when the server started
 * @param killsAfter the result of `countOomKills` when the server ended
 */
export function describeExit(
  code: number | null,
  signal: NodeJS.Signals | null,
  killsBefore: number | undefined,
  killsAfter: number | undefined,
): string {
  const name = signal ?? signalOf(code ?? 0);
  if (name === undefined) return `it ended with status ${code}`;
  // The kernel counts the processes that it kills, but does not report which processes. It kills them only with SIGKILL.
  const outOfMemory = name === 'SIGKILL' && killsBefore !== undefined && (killsAfter ?? 0) > killsBefore;
  return `it was ended by the signal ${name}${outOfMemory ? ', since the kernel reports that this host was out of memory' : ''}`;
}

/** The signal in an exit status: a shell, or the launcher of the server, returns 128 plus the number of the signal. */
function signalOf(code: number): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
}
