import { spawnSync } from 'child_process';
import { assetPath } from '../assets';
import { Digest } from './hash-cache';
import { RepositoryFile } from './repository-file';

/** The program of the worker process, bundled when the library is built. */
const WORKER = assetPath('artifact-worker', 'index.js');

/** Hash files, and keep the digests. */
export interface HashJob {
  readonly kind: 'hash';
  readonly files: string[];
  /** All of them together, for the progress. */
  readonly bytes: number;
}

/** Write an archive. */
export interface PackJob {
  readonly kind: 'pack';
  readonly files: RepositoryFile[];
  readonly outFile: string;
  readonly bytes: number;
}

/** What a pack job made: digests in the order of its files. */
export interface Packed {
  readonly files: (Digest & { readonly bytes: number })[];
  readonly bytes: number;
}

/** What the worker prints. */
export type WorkerAnswer = { readonly result: Digest[] | Packed } | { readonly error: string; readonly code?: string };

/**
 * Does the work in a process of its own, with all cores and with non-blocking reads, while this one waits: CDK's constructors are
 * synchronous. Progress goes to this process's standard error.
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
  const answer = JSON.parse(stdout) as WorkerAnswer;
  if ('error' in answer) throw Object.assign(new Error(answer.error), { code: answer.code });
  return answer.result;
}
