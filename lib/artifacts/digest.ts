import { createHash, Hash } from 'crypto';
import * as fs from 'fs';
import { crc32 } from 'zlib';
import { readFileInChunks, requireUnchanged } from './file-reader';
import { Digest, HashCache } from './hash-cache';

/**
 * Maximum size of an object for a single copy request. Larger objects are copied in parts. For these objects, S3 provides no SHA-256 of the
 * complete object, so the copies are checked with a CRC-32 of the complete object.
 */
export const SINGLE_COPY_LIMIT = 5 * 1024 ** 3;

/** Computes the digest of a file from its chunks. */
export class FileDigest {
  private readonly hash: Hash = createHash('sha256');
  private crc?: number;

  constructor(bytes: bigint) {
    if (bytes > SINGLE_COPY_LIMIT) this.crc = 0;
  }

  public update(chunk: Buffer): void {
    this.hash.update(chunk);
    if (this.crc !== undefined) this.crc = crc32(chunk, this.crc);
  }

  public end(): Digest {
    const sha256 = this.hash.digest('hex');
    return this.crc === undefined ? { sha256 } : { sha256, crc32: this.crc.toString(16).padStart(8, '0') };
  }
}

/** Calculates the digest of a file in chunks, so that the file can be larger than the memory. Adds the digest to the cache. */
export async function digestLarge(file: string, onBytes: (bytes: number) => void): Promise<Digest> {
  const readAt = Date.now();
  const digest = new FileDigest(fs.statSync(file, { bigint: true }).size);
  const stat = await readFileInChunks(file, (chunk) => {
    digest.update(chunk);
    onBytes(chunk.length);
  });
  const result = digest.end();
  HashCache.add(stat, result, readAt);
  return result;
}

/** Calculates digest and size of a file that fits into memory. */
export function digestSmall(file: string): Digest & { readonly bytes: number } {
  const before = fs.statSync(file, { bigint: true });
  const content = fs.readFileSync(file);
  requireUnchanged(file, before, fs.statSync(file, { bigint: true }));
  return { ...digestContent(content), bytes: content.length };
}

/** Calculates the digest of a buffer. */
export function digestContent(content: Buffer): Digest {
  return { sha256: createHash('sha256').update(content).digest('hex') };
}
