import { spawn } from 'child_process';
import { createInterface } from 'readline';
import { LimitName, LIMITS, LimitExceededError } from '../../lib/findings/limits';
import { ServingTarget } from '../../lib/model-config/serving-target';
import { CheckResult, overLimitNote, Step } from './result';
import { ResultCollector } from './result-collector';
import { DONE_LINE, CheckJob, WORKER_ARGUMENT } from './worker';

/** Maximum size of the JavaScript heap, in case the worker's own monitor does not stop the worker at the memory limit. */
const HEAP_MIB = 700;

/**
 * Runs the check in a separate process with limits for CPU time, memory and duration. If the process ends early, the result contains the
 * findings so far and a note about what was not checked.
 *
 * @param program the file that runs as the worker
 */
export async function checkInWorker(program: string, paths: string[], target: ServingTarget): Promise<CheckResult> {
  const collector = new ResultCollector();
  const job: CheckJob = { paths, target };
  const worker = spawn(process.execPath, [`--max-old-space-size=${HEAP_MIB}`, program, WORKER_ARGUMENT], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  worker.stdin.on('error', () => undefined); // the worker ended before it read the job; explainExit reports why
  worker.stdin.end(JSON.stringify(job));
  let stderr = '';
  worker.stderr.on('data', (chunk: Buffer) => (stderr = `${stderr}${chunk.toString()}`.slice(-10_000)));
  let isDone = false;
  const exit = new Promise<number | null>((resolve, reject) => worker.on('error', reject).on('close', resolve));
  for await (const line of createInterface({ input: worker.stdout })) {
    if (line === DONE_LINE) isDone = true;
    else if (isCompleteLine(line)) collector.add(JSON.parse(line) as Step);
  }
  await exit;
  if (!isDone) collector.add(explainExit(stderr, collector.currentFile));
  return collector.result;
}

/** The last line of a process that was killed may be cut off. */
function isCompleteLine(line: string): boolean {
  return line.endsWith('}');
}

/** Creates the part of the result that reports why the worker ended early. */
function explainExit(stderr: string, file: string): Step {
  const [, name, usedText] = /^limit (\w+) (\S+)$/m.exec(stderr) ?? [];
  const limit = name in LIMITS ? (name as LimitName) : /heap|memory/i.test(stderr) ? 'memory' : undefined;
  if (limit === undefined) {
    const message = `the process that checks it ended: ${stderr.trim().split('\n').at(-1)}`;
    return { failures: [{ file, message }] };
  }
  const usedAmount = usedText === undefined ? undefined : Math.round(Number(usedText));
  const limitError = new LimitExceededError('the check up to this file, the last that was checked,', limit, usedAmount);
  return { notes: [overLimitNote(file, limitError)] };
}
