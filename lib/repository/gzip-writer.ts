import * as fs from 'fs';
import { availableParallelism } from 'os';
import { promisify } from 'util';
import { constants, crc32, deflateRaw } from 'zlib';

/** Magic, method 8, no flags, no time, no extra flags, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty block with the mark of the last one. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);
const STORED_BLOCK_BYTES = 0xffff;
/** Smaller pieces are collected, so that they do not become blocks of their own. */
const COLLECTED_BYTES = 1 << 16;

const deflate = promisify(deflateRaw) as (data: Buffer, options: object) => Promise<Buffer>;

/**
 * Writes one gzip member of blocks that are stored as they are, or compressed fast and in parallel.
 *
 * Stored blocks are laid out here, not by zlib: so their bytes are the same with any version of Node.
 */
export class GzipWriter {
  private crc = 0;
  private bytes = 0;
  private readonly collected = Buffer.allocUnsafe(COLLECTED_BYTES);
  private collectedBytes = 0;
  private compressing: Promise<Buffer>[] = [];

  constructor(private readonly out: fs.promises.FileHandle) {}

  public async begin(): Promise<void> {
    await this.write([HEADER]);
  }

  /** Bytes as they are. */
  public async store(data: Buffer): Promise<void> {
    await this.flushCompressed();
    this.count(data);
    if (this.collectedBytes + data.length > COLLECTED_BYTES) await this.flushCollected();
    if (data.length >= COLLECTED_BYTES) {
      await this.writeStored(data);
    } else {
      data.copy(this.collected, this.collectedBytes);
      this.collectedBytes += data.length;
    }
  }

  /** Bytes that are worth compressing. Several pieces are under way at a time; their order stays. */
  public async compress(data: Buffer): Promise<void> {
    await this.flushCollected();
    this.count(data);
    const piece = Buffer.from(data); // the caller reads the next chunk into its buffer
    this.compressing.push(deflate(piece, { level: 1, finishFlush: constants.Z_FULL_FLUSH }));
    if (this.compressing.length > 2 * availableParallelism()) await this.writeOldest();
  }

  public async end(): Promise<void> {
    await this.flushCompressed();
    await this.flushCollected();
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(this.crc, 0);
    trailer.writeUInt32LE(this.bytes % 2 ** 32, 4);
    await this.write([LAST_BLOCK, trailer]);
  }

  private count(data: Buffer): void {
    this.crc = crc32(data, this.crc);
    this.bytes += data.length;
  }

  private async flushCollected(): Promise<void> {
    if (this.collectedBytes === 0) return;
    await this.writeStored(this.collected.subarray(0, this.collectedBytes));
    this.collectedBytes = 0;
  }

  private async flushCompressed(): Promise<void> {
    while (this.compressing.length > 0) await this.writeOldest();
  }

  private async writeOldest(): Promise<void> {
    const [oldest] = this.compressing;
    const block = await oldest;
    this.compressing.shift();
    await this.write([block]);
  }

  private async writeStored(data: Buffer): Promise<void> {
    const pieces: Buffer[] = [];
    for (let start = 0; start < data.length; start += STORED_BLOCK_BYTES) {
      const block = data.subarray(start, start + STORED_BLOCK_BYTES);
      const header = Buffer.alloc(5);
      header.writeUInt16LE(block.length, 1);
      header.writeUInt16LE(block.length ^ 0xffff, 3);
      pieces.push(header, block);
    }
    await this.write(pieces);
  }

  private async write(pieces: Buffer[]): Promise<void> {
    const wanted = pieces.reduce((sum, { length }) => sum + length, 0);
    const { bytesWritten } = await this.out.writev(pieces);
    if (bytesWritten === wanted) return;
    const rest = Buffer.concat(pieces).subarray(bytesWritten);
    await this.out.writeFile(rest); // says why, or goes on after a signal
  }
}
