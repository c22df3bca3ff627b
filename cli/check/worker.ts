import * as fs from 'fs';
import { Worker } from 'worker_threads';
import { abridged } from '../../lib/findings/abridged';
import { LIMITS, LIMITS_OF_CHECK, limitOf, withLimits } from '../../lib/findings/limits';
import { ServingTarget } from '../../lib/model-config/serving-target';
import { describeError } from '../describe-error';
import { checkSteps } from './check';

/** The only argument of the worker process. */
export const WORKER_ARGUMENT = '--as-worker';

/** The last line of output, after the worker has checked everything. */
export const DONE_LINE = 'done';

/** The input of the worker, as JSON on its standard input. */
export interface CheckJob {
  readonly paths: string[];
  readonly target: ServingTarget;
}

/**
 * Program of a thread that monitors the limits, and kills the process if a limit is exceeded. It is a separate thread because the main
 * thread may be in a loop or in a system call that does not return.
 */
const MONITOR = `
const { workerData } = require('worker_threads');
const start = Date.now();
setInterval(() => {
  const { user, system } = process.cpuUsage();
  const used = { cpu: (user + system) / 1e6, memory: process.memoryUsage.rss(), duration: (Date.now() - start) / 1000 };
  const name = Object.keys(used).find((each) => used[each] > workerData[each]);
  if (name === undefined) return;
  require('fs').writeSync(2, '\\nlimit ' + name + ' ' + used[name] + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, 20);
`;

/** Runs the job on standard input, and prints each step as a line of JSON. */
export function runWorker(): void {
  const { cpu, memory, duration } = LIMITS;
  const limits = { cpu: cpu.maximum, memory: memory.maximum, duration: duration.maximum };
  new Worker(MONITOR, { eval: true, workerData: limits }).unref();
  const { paths, target } = JSON.parse(fs.readFileSync(0, 'utf8')) as CheckJob;
  try {
    withLimits(LIMITS_OF_CHECK, () => {
      for (const step of checkSteps(paths, target)) write(JSON.stringify(step, abridgeText));
    });
    write(DONE_LINE);
  } catch (problem) {
    fs.writeSync(2, describeError(problem));
  }
  process.exit();
}

/** Shortens text, but not paths. */
function abridgeText(key: string, value: unknown): unknown {
  return typeof value === 'string' && key !== 'file' && key !== 'currentPath'
    ? abridged(value, limitOf('textLength'))
    : value;
}

function write(line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  for (let writtenBytes = 0; writtenBytes < bytes.length;) {
    try {
      writtenBytes += fs.writeSync(1, bytes, writtenBytes);
    } catch (problem) {
      if ((problem as NodeJS.ErrnoException).code !== 'EAGAIN') throw problem;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5); // waits 5 ms, because the pipe is full
    }
  }
}
