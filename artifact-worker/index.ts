/**
 * A child process that hashes and packs model files. It reads a job as JSON from standard input, and writes the result to standard output.
 * Its argument is the ID of its parent process; it exits when the parent process exits.
 */
import * as fs from 'fs';
import { isMainThread } from 'worker_threads';
import { packArchive } from '../lib/artifacts/pack-archive';
import type { HashJob, PackJob, WorkerOutput } from '../lib/artifacts/run-worker';
import { hashInThreads, serveHashThread } from './hash-threads';
import { Progress } from './progress';

const PARENT_CHECK_MILLISECONDS = 100;

async function runJob(): Promise<WorkerOutput> {
  const job = JSON.parse(fs.readFileSync(0, 'utf8')) as HashJob | PackJob;
  exitWithParent(Number(process.argv[2]), job);
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

/** Exits when the parent process has exited or a signal arrives, and deletes the incomplete archive. */
function exitWithParent(parentPid: number, job: HashJob | PackJob): void {
  const removeArchiveAndExit = (): void => {
    if (job.kind === 'pack') fs.rmSync(job.outFile, { force: true });
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, removeArchiveAndExit);
  setInterval(() => process.ppid !== parentPid && removeArchiveAndExit(), PARENT_CHECK_MILLISECONDS).unref();
}

if (isMainThread) void runJob().then((result) => fs.writeFileSync(1, JSON.stringify(result)));
else serveHashThread();
