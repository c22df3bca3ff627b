import * as fs from 'fs';
import { rulePage } from '../findings/rule-page';

const CHUNK_BYTES = 1 << 20;

/** Processes a chunk of a file. The buffer of the chunk is reused afterwards. */
export type OnChunk = (chunk: Buffer) => Promise<void> | void;

/**
 * Reads a file in chunks of a fixed size. The next chunk is read while the current chunk is processed.
 *
 * @returns the stat of the file, which is the same before and after reading
 * @throws if the file changes while it is read
 */
export async function readFileInChunks(file: string, onChunk: OnChunk): Promise<fs.BigIntStats> {
  const handle = await fs.promises.open(file);
  try {
    const before = await handle.stat({ bigint: true });
    let [current, next] = [Buffer.allocUnsafe(CHUNK_BYTES), Buffer.allocUnsafe(CHUNK_BYTES)];
    let bytes = await fill(handle, current);
    while (bytes > 0) {
      const reading = bytes < CHUNK_BYTES ? 0 : fill(handle, next);
      const results = await Promise.allSettled([onChunk(current.subarray(0, bytes)), reading]);
      for (const result of results) if (result.status === 'rejected') throw result.reason;
      bytes = await reading;
      [current, next] = [next, current];
    }
    const after = await handle.stat({ bigint: true });
    requireUnchanged(file, before, after);
    return before;
  } finally {
    await handle.close();
  }
}

/** Reads a file in chunks, and returns the number of bytes. */
export function readFileInChunksSync(file: string, onChunk: (chunk: Buffer) => void): number {
  const descriptor = fs.openSync(file, 'r');
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let total = 0;
    for (;;) {
      const read = fs.readSync(descriptor, buffer, 0, CHUNK_BYTES, null);
      if (read === 0) return total;
      onChunk(buffer.subarray(0, read));
      total += read;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

/** @throws if a file changed between two stats */
export function requireUnchanged(file: string, before: fs.BigIntStats, after: fs.BigIntStats): void {
  if (before.size === after.size && before.mtimeNs === after.mtimeNs && before.ctimeNs === after.ctimeNs) return;
  throw new Error(
    `${file} changed while it was read; synthesize again when nothing writes to it ${rulePage('archive.changed')}`,
  );
}

/** Reads until the buffer is full. The blocks of an archive must not depend on how many bytes a single read returns. */
async function fill(handle: fs.promises.FileHandle, buffer: Buffer): Promise<number> {
  for (let filled = 0; ;) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled);
    filled += bytesRead;
    if (bytesRead === 0 || filled === buffer.length) return filled;
  }
}
