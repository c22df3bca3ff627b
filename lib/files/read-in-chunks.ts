import * as fs from 'fs';

export const CHUNK_BYTES = 1 << 20;

/** Reads an open file in chunks, whose buffer is reused, and returns the number of bytes. The file can be larger than the memory. */
export function readInChunksSync(descriptor: number, onChunk: (chunk: Buffer) => void): number {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let total = 0;
  for (;;) {
    const read = fs.readSync(descriptor, buffer, 0, CHUNK_BYTES, null);
    if (read === 0) return total;
    onChunk(buffer.subarray(0, read));
    total += read;
  }
}
