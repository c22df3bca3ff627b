import * as fs from 'fs';
import { availableParallelism } from 'os';
import { promisify } from 'util';
import { constants, crc32, deflateRaw } from 'zlib';
import { GZIP_HEADER, gzipEnd, toStoredBlocks } from '../files/gzip-format';

/** Size of the buffer that combines small pieces into one block. */
const BUFFER_BYTES = 1 << 16;

const deflate = promisify(deflateRaw) as (data: Buffer, options: object) => Promise<Buffer>;

/** Writes a gzip file. Data is stored without compression, or compressed in parallel with the fastest level. */
export class GzipWriter {
  private crc = 0;
  private bytes = 0;
  private readonly collected = Buffer.allocUnsafe(BUFFER_BYTES);
  private collectedBytes = 0;
  private pendingBlocks: Promise<Buffer>[] = [];

  constructor(private readonly out: fs.promises.FileHandle) {}

  public async begin(): Promise<void> {
    await this.write([GZIP_HEADER]);
  }

  /** Adds bytes without compression. */
  public async store(data: Buffer): Promise<void> {
    await this.flushCompressed();
    this.updateChecksum(data);
    if (this.collectedBytes + data.length > BUFFER_BYTES) await this.flushCollected();
    if (data.length >= BUFFER_BYTES) {
      await this.write(toStoredBlocks(data));
    } else {
      data.copy(this.collected, this.collectedBytes);
      this.collectedBytes += data.length;
    }
  }

  /** Compresses and adds bytes. Several pieces are compressed at the same time, and written in order. */
  public async compress(data: Buffer): Promise<void> {
    await this.flushCollected();
    this.updateChecksum(data);
    const piece = Buffer.from(data); // a copy, because the caller reuses the buffer for the next chunk
    this.pendingBlocks.push(deflate(piece, { level: 1, finishFlush: constants.Z_FULL_FLUSH }));
    if (this.pendingBlocks.length > 2 * availableParallelism()) await this.writeOldestBlock();
  }

  public async end(): Promise<void> {
    await this.flushCompressed();
    await this.flushCollected();
    await this.write(gzipEnd(this.crc, this.bytes));
  }

  private updateChecksum(data: Buffer): void {
    this.crc = crc32(data, this.crc);
    this.bytes += data.length;
  }

  private async flushCollected(): Promise<void> {
    if (this.collectedBytes === 0) return;
    await this.write(toStoredBlocks(this.collected.subarray(0, this.collectedBytes)));
    this.collectedBytes = 0;
  }

  private async flushCompressed(): Promise<void> {
    while (this.pendingBlocks.length > 0) await this.writeOldestBlock();
  }

  private async writeOldestBlock(): Promise<void> {
    const [oldest] = this.pendingBlocks;
    const block = await oldest;
    this.pendingBlocks.shift();
    await this.write([block]);
  }

  private async write(pieces: Buffer[]): Promise<void> {
    const totalBytes = pieces.reduce((sum, { length }) => sum + length, 0);
    const { bytesWritten } = await this.out.writev(pieces);
    if (bytesWritten === totalBytes) return;
    const remaining = Buffer.concat(pieces).subarray(bytesWritten);
    await this.out.writeFile(remaining); // completes the write, or fails with the reason why the write was incomplete
  }
}
