/** The process that reads and packs model files: a job comes as JSON on standard input, the answer goes to standard output. */
import * as fs from 'fs';
import { isMainThread } from 'worker_threads';
import { packArchive } from '../lib/artifacts/pack-archive';
import type { HashJob, PackJob, WorkerAnswer } from '../lib/artifacts/run-worker';
import { hashInThreads, serveHashThread } from './hash-threads';
import { Progress } from './progress';

async function answer(): Promise<WorkerAnswer> {
  const job = JSON.parse(fs.readFileSync(0, 'utf8')) as HashJob | PackJob;
  const progress = new Progress(job.kind === 'pack' ? 'packing model files' : 'hashing model files', job.bytes);
  try {
    if (job.kind === 'hash') return { result: await hashInThreads(job.files, progress) };
    return { result: await packArchive(job.files, job.outFile, (bytes) => progress.add(bytes)) };
  } catch (error) {
    return { error: (error as Error).message };
  } finally {
    progress.stop();
  }
}

if (isMainThread) void answer().then((result) => fs.writeFileSync(1, JSON.stringify(result)));
else serveHashThread();
