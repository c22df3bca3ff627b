import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LibraryInput, LibraryOutcome } from './library-input';
import { textProblems } from './command-problems';

/** The time after which the child process is killed, because it probably hangs. */
const MAXIMUM_SECONDS = 300;
const MAXIMUM_MEMORY_BYTES = 1.5 * 2 ** 30;

let child: ChildProcess | undefined;

/**
 * Runs an input in a child process, and returns the problems. The next inputs use the same process, unless the process has ended.
 */
export async function findLibraryProblems(input: LibraryInput): Promise<string[]> {
  const running = (child ??= fork(path.join(__dirname, 'library-process.ts'), {
    execArgv: ['--import', 'tsx', '--expose-gc'],
    env: { ...process.env, CDK_VALIDATION: 'false' },
    detached: true,
    silent: true,
  }));
  running.send(input.name);
  const done = new AbortController();
  const options = { signal: done.signal };
  const outcome = await Promise.race([
    once(running, 'message', options).then(([message]) => message as LibraryOutcome),
    once(running, 'exit', options).then(([status, signal]) => `the process ended with ${status ?? signal}`),
    sleep(MAXIMUM_SECONDS * 1000, `it was ended after ${MAXIMUM_SECONDS} s`, options),
  ]);
  done.abort();
  if (typeof outcome === 'string') {
    stopLibrary();
    return [outcome];
  }
  const { text, problems, peakBytes } = outcome;
  const errorClass = outcome.errorClass;
  return [
    ...problems,
    ...textProblems(text),
    ...(errorClass !== undefined && /^(Type|Range|Reference|Syntax)Error$/.test(errorClass)
      ? [`a ${errorClass}: ${text.slice(0, 300)}`]
      : []),
    ...(input.mustBeRejected && errorClass === undefined ? ['it was accepted'] : []),
    ...(peakBytes > MAXIMUM_MEMORY_BYTES ? [`${Math.round(peakBytes / 2 ** 20)} MiB of memory`] : []),
  ];
}

/** Kills the child process, and the processes that it has started. */
export function stopLibrary(): void {
  if (child?.pid !== undefined) {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The process has ended already.
    }
  }
  child = undefined;
}
