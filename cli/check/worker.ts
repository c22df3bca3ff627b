import * as fs from 'fs';
import { Worker } from 'worker_threads';
import { abridged } from '../../lib/findings/abridged';
import { LIMITS, LIMITS_OF_CHECK, mostOf, withLimits } from '../../lib/findings/limits';
import { ServingTarget } from '../../lib/model-config/serving-target';
import { describeError } from '../describe-error';
import { checkSteps } from './check';

/** The only argument of the process that checks. */
export const WORKER_ARGUMENT = '--as-worker';

/** The last line of a worker that has checked everything. */
export const DONE = 'done';

/** What a worker checks, in JSON on its standard input. */
export interface Job {
  readonly paths: string[];
  readonly target: ServingTarget;
}

/**
 * The watch, in a thread of its own: the main thread may be anywhere, also in a loop or in a call of the system that does not return. A
 * killed process leaves nothing behind, and needs nobody else to end it.
 */
const WATCH = `
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

/** Checks what standard input says, and prints each step as a line of JSON. */
export function runWorker(): void {
  const { cpu, memory, duration } = LIMITS;
  const limits = { cpu: cpu.most, memory: memory.most, duration: duration.most };
  new Worker(WATCH, { eval: true, workerData: limits }).unref();
  const { paths, target } = JSON.parse(fs.readFileSync(0, 'utf8')) as Job;
  try {
    withLimits(LIMITS_OF_CHECK, () => {
      for (const step of checkSteps(paths, target)) write(JSON.stringify(step, shortText));
    });
    write(DONE);
  } catch (problem) {
    fs.writeSync(2, describeError(problem));
  }
  process.exit();
}

/** Paths stay as they are. */
function shortText(key: string, value: unknown): unknown {
  return typeof value === 'string' && key !== 'file' && key !== 'at' ? abridged(value, mostOf('textLength')) : value;
}

function write(line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  for (let written = 0; written < bytes.length;) {
    try {
      written += fs.writeSync(1, bytes, written);
    } catch (problem) {
      if ((problem as NodeJS.ErrnoException).code !== 'EAGAIN') throw problem;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5); // until the reader has read
    }
  }
}
