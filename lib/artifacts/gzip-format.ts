import { crc32 } from 'zlib';

/** Magic, method 8, no flags, no time, no extra flags, unknown system. */
export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty block with the mark of the last one. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);
const STORED_BLOCK_BYTES = 0xffff;

/** Data as it is, in blocks of the deflate format. Laid out here, not by zlib: so the bytes are the same with any version of Node. */
export function storedBlocks(data: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let start = 0; start < data.length; start += STORED_BLOCK_BYTES) {
    const block = data.subarray(start, start + STORED_BLOCK_BYTES);
    const header = Buffer.alloc(5);
    header.writeUInt16LE(block.length, 1);
    header.writeUInt16LE(block.length ^ 0xffff, 3);
    pieces.push(header, block);
  }
  return pieces;
}

/** The end of a member: of its blocks, and with checksum and size of the data. */
export function gzipEnd(crc: number, bytes: number): Buffer[] {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(bytes % 2 ** 32, 4);
  return [LAST_BLOCK, trailer];
}

/** Data that fits into memory as one gzip member, stored. */
export function gzipStored(data: Buffer): Buffer {
  return Buffer.concat([GZIP_HEADER, ...storedBlocks(data), ...gzipEnd(crc32(data), data.length)]);
}
