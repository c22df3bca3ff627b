import { crc32 } from 'zlib';
import { Header } from 'tar/header';
import { Pax } from 'tar/pax';

const TAR_BLOCK_BYTES = 512;

/** End of a tar archive: two empty blocks. */
export const TAR_END = Buffer.alloc(2 * TAR_BLOCK_BYTES);

/** Headers of a file in a tar archive. All files have the same owner, mode and time. */
export function tarHeaders(path: string, size: number): Buffer {
  const header = new Header({ path, mode: 0o644, uid: 0, gid: 0, size, mtime: new Date(0), type: 'File' });
  header.encode();
  const block = header.block ?? Buffer.alloc(0);
  // The classic header does not support long names and files over 8 GiB.
  return header.needPax ? Buffer.concat([new Pax({ path, size }).encode(), block]) : block;
}

/** Returns the zeros that follow the content of a file, so that the size of the entry is a multiple of the block size. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((TAR_BLOCK_BYTES - (size % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES);
}

/** Header of a gzip file: magic number, method 8 (deflate), no flags, no time, no extra flags, unknown operating system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty block that is marked as the last block. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);
/** Maximum size of a block without compression. */
const STORED_BLOCK_BYTES = 0xffff;

/**
 * Creates a gzip file whose data is not compressed, one piece at a time. The blocks are written without zlib, so that the bytes depend neither
 * on the version of Node.js nor on the sizes of the pieces.
 */
export class StoredGzip {
  private crc = 0;
  private bytes = 0;
  /** Data that does not fill a block yet. */
  private rest = Buffer.alloc(0);

  /** Adds data, and returns the bytes of the blocks that are complete. */
  public add(data: Buffer): Buffer {
    const isFirst = this.bytes === 0 && this.rest.length === 0;
    this.crc = crc32(data, this.crc);
    this.bytes += data.length;
    const available = Buffer.concat([this.rest, data]);
    const end = available.length - (available.length % STORED_BLOCK_BYTES);
    this.rest = available.subarray(end);
    return Buffer.concat([...(isFirst ? [GZIP_HEADER] : []), ...storedBlocks(available.subarray(0, end))]);
  }

  /** Returns the end of the file: the remaining data, the last block, and the checksum and size of the uncompressed data. */
  public end(): Buffer {
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(this.crc, 0);
    trailer.writeUInt32LE(this.bytes % 2 ** 32, 4);
    return Buffer.concat([...storedBlocks(this.rest), LAST_BLOCK, trailer]);
  }
}

function storedBlocks(data: Buffer): Buffer[] {
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
