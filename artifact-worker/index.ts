/**
 * A child process that hashes model files. It reads a job as JSON from standard input, and writes the result to standard output.
 * Its argument is the ID of its parent process; it exits when the parent process exits.
 */
import * as fs from 'fs';
import { isMainThread } from 'worker_threads';
import type { HashJob, WorkerOutput } from '../lib/artifacts/run-worker';
import { hashInThreads, serveHashThread } from './hash-threads';
import { Progress } from './progress';

const PARENT_CHECK_MILLISECONDS = 100;

async function runJob(): Promise<WorkerOutput> {
  const job = JSON.parse(fs.readFileSync(0, 'utf8')) as HashJob;
  exitWithParent(Number(process.argv[2]));
  const progress = new Progress('hashing model files', job.bytes);
  try {
    return { result: await hashInThreads(job.files, progress) };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { error: message, code };
  } finally {
    progress.stop();
  }
}

/** Exits when the parent process has exited. */
function exitWithParent(parentPid: number): void {
  setInterval(() => process.ppid !== parentPid && process.exit(1), PARENT_CHECK_MILLISECONDS).unref();
}

if (isMainThread) void runJob().then((result) => fs.writeFileSync(1, JSON.stringify(result)));
else serveHashThread();
