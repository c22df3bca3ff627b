import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LibraryInput, LibraryOutcome } from './library-input';
import { textProblems } from './judge';

/** Only to end what hangs. */
const MOST_SECONDS = 300;
const BYTES = 1.5 * 2 ** 30;

let child: ChildProcess | undefined;

/** Reads an input in a process that lives until one breaks it, and says what is wrong. */
export async function libraryProblems(input: LibraryInput): Promise<string[]> {
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
    sleep(MOST_SECONDS * 1000, `it was ended after ${MOST_SECONDS} s`, options),
  ]);
  done.abort();
  if (typeof outcome === 'string') {
    stopLibrary();
    return [outcome];
  }
  const { text, thrown, problems, peakBytes } = outcome;
  return [
    ...problems,
    ...textProblems(text),
    ...(thrown !== undefined && /^(Type|Range|Reference|Syntax)Error$/.test(thrown)
      ? [`a ${thrown}: ${text.slice(0, 300)}`]
      : []),
    ...(input.rejected && thrown === undefined ? ['it was accepted'] : []),
    ...(peakBytes > BYTES ? [`${Math.round(peakBytes / 2 ** 20)} MiB of memory`] : []),
  ];
}

/** Ends the process with all that it has started. */
export function stopLibrary(): void {
  if (child?.pid !== undefined) {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It is gone.
    }
  }
  child = undefined;
}
