import { spawnSync } from 'child_process';
import { assetPath } from '../files/assets';
import type { FileSource } from './file-reader';
import { Digest } from './hash-cache';

/** The bundled program of the worker process. */
const WORKER = assetPath('artifact-worker', 'index.js');

/** Files to hash. The worker caches their digests. */
export interface HashJob {
  readonly files: FileSource[];
  /** Total size of the files, to report the progress. */
  readonly bytes: number;
}

/** Output of the worker. */
export type WorkerOutput = { readonly result: Digest[] } | { readonly error: string; readonly code?: string };

/**
 * Runs a job in a separate process, which uses all cores and non-blocking reads. The calling process waits for the result, because constructors
 * of CDK are synchronous. The worker prints its progress to standard error.
 */
export function runWorker(job: HashJob): Digest[] {
  const { stdout, status, signal, error } = spawnSync(process.execPath, [WORKER, `${process.pid}`], {
    input: JSON.stringify(job),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
    env: process.env,
    maxBuffer: Infinity,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`the process that reads the model files ended with ${signal ?? status}`);
  const output = JSON.parse(stdout) as WorkerOutput;
  if ('error' in output) throw Object.assign(new Error(output.error), { code: output.code });
  return output.result;
}
