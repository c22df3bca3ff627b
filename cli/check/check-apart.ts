import { spawn } from 'child_process';
import { createInterface } from 'readline';
import { LimitName, LIMITS, OverLimit } from '../../lib/findings/limits';
import { ServingTarget } from '../../lib/model-config/serving-target';
import type { Step } from './check';
import { Collected } from './collected';
import { CheckResult, notChecked } from './finding';
import { DONE, Job, WORKER_ARGUMENT } from './worker';

/** The heap of JavaScript, which ends the worker where its own watch does not. */
const HEAP_MIB = 700;

/**
 * Checks in a process of its own, which ends with its limits of CPU time, memory and duration, whatever it reads. What was found until then
 * counts, and a note names what was not checked.
 *
 * @param program the file that runs as the worker
 */
export async function checkApart(program: string, paths: string[], target: ServingTarget): Promise<CheckResult> {
  const collected = new Collected();
  const job: Job = { paths, target };
  const worker = spawn(process.execPath, [`--max-old-space-size=${HEAP_MIB}`, program, WORKER_ARGUMENT], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  worker.stdin.on('error', () => undefined); // it ended before it read the job; its exit says so
  worker.stdin.end(JSON.stringify(job));
  let said = '';
  worker.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-10_000)));
  let isDone = false;
  const ended = new Promise<number | null>((resolve, reject) => worker.on('error', reject).on('close', resolve));
  for await (const line of createInterface({ input: worker.stdout })) {
    if (line === DONE) isDone = true;
    else if (isWhole(line)) collected.add(JSON.parse(line) as Step);
  }
  await ended;
  if (!isDone) collected.add(endOf(said, collected.at));
  return collected.result;
}

/** The last line of a process that was killed may be cut off. */
function isWhole(line: string): boolean {
  return line.endsWith('}');
}

/** Why the worker ended before it was done. */
function endOf(said: string, file: string): Step {
  const [, name, used] = /^limit (\w+) (\S+)$/m.exec(said) ?? [];
  const limit = name in LIMITS ? (name as LimitName) : /heap|memory/i.test(said) ? 'memory' : undefined;
  if (limit === undefined) {
    const message = `the process that checks it ended: ${said.trim().split('\n').at(-1)}`;
    return { failures: [{ file, message }] };
  }
  const found = used === undefined ? undefined : Math.round(Number(used));
  const problem = new OverLimit('the check up to this file, the last that was checked,', limit, found);
  return { notes: [notChecked(file, problem)] };
}
