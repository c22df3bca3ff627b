import * as fs from 'fs';
import { availableParallelism } from 'os';
import { parentPort, Worker, workerData } from 'worker_threads';
import { digestLarge } from '../lib/artifacts/digest';
import type { Digest } from '../lib/artifacts/hash-cache';
import type { Progress } from './progress';

/** What a thread answers. */
type Answer = { readonly digest: Digest } | { readonly error: string };

/** Hashes files on all cores, the largest ones first. */
export async function hashInThreads(files: string[], progress: Progress): Promise<Digest[]> {
  if (files.length === 1) return [await digestLarge(files[0], (bytes) => progress.add(bytes))];
  const queue = files
    .map((file, index) => ({ file, index, bytes: fs.statSync(file).size }))
    .sort((a, b) => b.bytes - a.bytes);
  const digests: Digest[] = [];
  const threads = Math.min(availableParallelism(), files.length);
  await Promise.all(
    Array.from({ length: threads }, async () => {
      const thread = new Worker(__filename, { workerData: progress.counter });
      try {
        for (let next = queue.shift(); next; next = queue.shift()) {
          digests[next.index] = await ask(thread, next.file);
        }
      } finally {
        await thread.terminate();
      }
    }),
  );
  return digests;
}

async function ask(thread: Worker, file: string): Promise<Digest> {
  const answer = await new Promise<Answer>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.postMessage(file);
  });
  if ('error' in answer) throw new Error(answer.error);
  return answer.digest;
}

/** The thread's side. */
export function serveHashThread(): void {
  const counter = workerData as BigInt64Array;
  parentPort?.on('message', (file: string) => {
    digestLarge(file, (bytes) => Atomics.add(counter, 0, BigInt(bytes))).then(
      (digest) => parentPort?.postMessage({ digest } satisfies Answer),
      (error: Error) => parentPort?.postMessage({ error: error.message } satisfies Answer),
    );
  });
}
