import * as fs from 'fs';
import { rulePage } from '../findings/rule-page';

const CHUNK_BYTES = 1 << 20;

/** What is done with a file's bytes; the chunk is reused afterwards. */
export type OnChunk = (chunk: Buffer) => Promise<void> | void;

/**
 * Reads a file in chunks of a fixed size, the next one while the last one is worked on.
 *
 * @returns the file's state, which was the same before and after
 * @throws when the file changed meanwhile
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

/** @throws when a file is not what it was */
export function requireUnchanged(file: string, before: fs.BigIntStats, after: fs.BigIntStats): void {
  if (before.size === after.size && before.mtimeNs === after.mtimeNs && before.ctimeNs === after.ctimeNs) return;
  throw new Error(
    `${file} changed while it was read; synthesize again when nothing writes to it ${rulePage('archive.changed')}`,
  );
}

/** Full chunks, whatever the file system returns at a time: the archive's blocks must not depend on it. */
async function fill(handle: fs.promises.FileHandle, buffer: Buffer): Promise<number> {
  for (let filled = 0; ;) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled);
    filled += bytesRead;
    if (bytesRead === 0 || filled === buffer.length) return filled;
  }
}
