import * as fs from 'fs';
import { once } from 'events';
import { availableParallelism } from 'os';
import { parentPort, Worker, workerData } from 'worker_threads';
import { digestLarge } from '../lib/artifacts/digest';
import type { FileSource } from '../lib/artifacts/file-reader';
import type { Digest } from '../lib/artifacts/hash-cache';
import type { Progress } from './progress';

/** The message that a thread sends after it has hashed a file. */
type HashResult = { readonly digest: Digest } | { readonly error: string };

/** Hashes files on all cores, the largest ones first. */
export async function hashInThreads(files: FileSource[], progress: Progress): Promise<Digest[]> {
  if (files.length === 1) return [await digestLarge(files[0], (bytes) => progress.add(bytes))];
  const queue = files
    .map((file, index) => ({ file, index, bytes: fs.statSync(file.source).size }))
    .sort((a, b) => b.bytes - a.bytes);
  const digests: Digest[] = [];
  const threads = Math.min(availableParallelism(), files.length);
  await Promise.all(
    Array.from({ length: threads }, async () => {
      const thread = new Worker(__filename, { workerData: progress.counter });
      try {
        for (let item = queue.shift(); item; item = queue.shift()) {
          digests[item.index] = await hashInThread(thread, item.file);
        }
      } finally {
        await thread.terminate();
      }
    }),
  );
  return digests;
}

async function hashInThread(thread: Worker, file: FileSource): Promise<Digest> {
  const received = once(thread, 'message'); // rejects if the thread ends with an error
  thread.postMessage(file);
  const [result] = (await received) as [HashResult];
  if ('error' in result) throw new Error(result.error);
  return result.digest;
}

/** Hashes the files that the main thread sends to this thread. */
export function serveHashThread(): void {
  const counter = workerData as BigInt64Array;
  parentPort?.on('message', (file: FileSource) => {
    digestLarge(file, (bytes) => Atomics.add(counter, 0, BigInt(bytes))).then(
      (digest) => parentPort?.postMessage({ digest } satisfies HashResult),
      (error: Error) => parentPort?.postMessage({ error: error.message } satisfies HashResult),
    );
  });
}
