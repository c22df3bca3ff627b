import { constants } from 'os';

/** Describes how a server ended. */
export function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  const name = signal ?? signalOf(code ?? 0);
  if (name === undefined) return `it ended with status ${code}`;
  return `it was ended by the signal ${name}${name === 'SIGKILL' ? ', which the kernel sends when the memory of the host is exhausted' : ''}`;
}

/** The signal in an exit status: a shell, or the launcher of the server, returns 128 plus the number of the signal. */
function signalOf(code: number): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
}
