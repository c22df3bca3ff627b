import { crc32 } from 'zlib';

/** Header of a gzip file: magic number, method 8 (deflate), no flags, no time, no extra flags, unknown operating system. */
export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty block that is marked as the last block. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);
/** Maximum size of a block without compression. */
const STORED_BLOCK_BYTES = 0xffff;

/**
 * Wraps data in uncompressed deflate blocks. The blocks are written without zlib, so that the bytes do not depend on the version
 * of Node.js.
 */
export function toStoredBlocks(data: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let start = 0; start < data.length; start += STORED_BLOCK_BYTES) {
    const block = data.subarray(start, start + STORED_BLOCK_BYTES);
    const header = Buffer.alloc(5);
    header.writeUInt16LE(block.length, 1);
    header.writeUInt16LE(block.length ^ 0xffff, 3);
    parts.push(header, block);
  }
  return parts;
}

/** Returns the end of a gzip file: the last block, and the checksum and size of the uncompressed data. */
export function gzipEnd(crc: number, bytes: number): Buffer[] {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(bytes % 2 ** 32, 4);
  return [LAST_BLOCK, trailer];
}

/** Returns a complete gzip file that contains the data without compression. */
export function gzipStored(data: Buffer): Buffer {
  return Buffer.concat([GZIP_HEADER, ...toStoredBlocks(data), ...gzipEnd(crc32(data), data.length)]);
}
