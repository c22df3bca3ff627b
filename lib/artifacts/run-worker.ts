import { spawnSync } from 'child_process';
import { assetPath } from '../files/assets';
import { Digest } from './hash-cache';
import { RepositoryFile } from './repository-file';

/** The bundled program of the worker process. */
const WORKER = assetPath('artifact-worker', 'index.js');

/** Job that hashes files and caches the digests. */
export interface HashJob {
  readonly kind: 'hash';
  readonly files: string[];
  /** Total size of the files, to report the progress. */
  readonly bytes: number;
}

/** Job that writes an archive. */
export interface PackJob {
  readonly kind: 'pack';
  readonly files: RepositoryFile[];
  readonly outFile: string;
  /** Total size of the files, to report the progress. */
  readonly bytes: number;
}

/** Result of a `PackJob`: the digests in the order of the files. */
export interface Packed {
  readonly files: (Digest & { readonly bytes: number })[];
  /** Size of the archive. */
  readonly bytes: number;
}

/** Output of the worker. */
export type WorkerOutput = { readonly result: Digest[] | Packed } | { readonly error: string; readonly code?: string };

/**
 * Runs a job in a separate process, which uses all cores and non-blocking reads. The calling process waits for the result, because constructors
 * of CDK are synchronous. The worker prints its progress to standard error.
 */
export function runWorker(job: HashJob): Digest[];
export function runWorker(job: PackJob): Packed;
export function runWorker(job: HashJob | PackJob): Digest[] | Packed {
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
