import * as fs from 'fs';
import { availableParallelism } from 'os';
import { promisify } from 'util';
import { constants, crc32, deflateRaw } from 'zlib';
import { GZIP_HEADER, gzipEnd, storedBlocks } from './gzip-format';

/** Smaller pieces are collected, so that they do not become blocks of their own. */
const COLLECTED_BYTES = 1 << 16;

const deflate = promisify(deflateRaw) as (data: Buffer, options: object) => Promise<Buffer>;

/** Writes one gzip member of blocks that are stored as they are, or compressed fast and in parallel. */
export class GzipWriter {
  private crc = 0;
  private bytes = 0;
  private readonly collected = Buffer.allocUnsafe(COLLECTED_BYTES);
  private collectedBytes = 0;
  private compressing: Promise<Buffer>[] = [];

  constructor(private readonly out: fs.promises.FileHandle) {}

  public async begin(): Promise<void> {
    await this.write([GZIP_HEADER]);
  }

  /** Bytes as they are. */
  public async store(data: Buffer): Promise<void> {
    await this.flushCompressed();
    this.count(data);
    if (this.collectedBytes + data.length > COLLECTED_BYTES) await this.flushCollected();
    if (data.length >= COLLECTED_BYTES) {
      await this.write(storedBlocks(data));
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
    await this.write(gzipEnd(this.crc, this.bytes));
  }

  private count(data: Buffer): void {
    this.crc = crc32(data, this.crc);
    this.bytes += data.length;
  }

  private async flushCollected(): Promise<void> {
    if (this.collectedBytes === 0) return;
    await this.write(storedBlocks(this.collected.subarray(0, this.collectedBytes)));
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

  private async write(pieces: Buffer[]): Promise<void> {
    const wanted = pieces.reduce((sum, { length }) => sum + length, 0);
    const { bytesWritten } = await this.out.writev(pieces);
    if (bytesWritten === wanted) return;
    const rest = Buffer.concat(pieces).subarray(bytesWritten);
    await this.out.writeFile(rest); // says why, or goes on after a signal
  }
}
