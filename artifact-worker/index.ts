/**
 * The process that reads and packs model files: a job comes as JSON on standard input, the answer goes to standard output. It ends
 * with the process that started it, whose id is its argument.
 */
import * as fs from 'fs';
import { isMainThread } from 'worker_threads';
import { packArchive } from '../lib/artifacts/pack-archive';
import type { HashJob, PackJob, WorkerAnswer } from '../lib/artifacts/run-worker';
import { hashInThreads, serveHashThread } from './hash-threads';
import { Progress } from './progress';

const STARTER_CHECK_MILLISECONDS = 100;

async function answer(): Promise<WorkerAnswer> {
  const job = JSON.parse(fs.readFileSync(0, 'utf8')) as HashJob | PackJob;
  endWithStarter(Number(process.argv[2]), job);
  const progress = new Progress(job.kind === 'pack' ? 'packing model files' : 'hashing model files', job.bytes);
  try {
    if (job.kind === 'hash') return { result: await hashInThreads(job.files, progress) };
    return { result: await packArchive(job.files, job.outFile, (bytes) => progress.add(bytes)) };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { error: message, code };
  } finally {
    progress.stop();
  }
}

/** Nobody waits for the work of a starter that was killed, or is being stopped, and its half-written archive is of no use. */
function endWithStarter(starter: number, job: HashJob | PackJob): void {
  const end = (): void => {
    if (job.kind === 'pack') fs.rmSync(job.outFile, { force: true });
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  setInterval(() => process.ppid !== starter && end(), STARTER_CHECK_MILLISECONDS).unref();
}

if (isMainThread) void answer().then((result) => fs.writeFileSync(1, JSON.stringify(result)));
else serveHashThread();
