import { createHash, Hash } from 'crypto';
import * as fs from 'fs';
import { crc32 } from 'zlib';
import { FileSource, readInChunks, requireUnchanged, withSource } from './file-reader';
import { Digest, HashCache } from './hash-cache';
import { openRegularFile } from '../files/regular-file';

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
export async function digestLarge({ source, within }: FileSource, onBytes: (bytes: number) => void): Promise<Digest> {
  const readAt = Date.now();
  const descriptor = openRegularFile(source, { maximumBytes: Infinity, within });
  try {
    const stat = fs.fstatSync(descriptor, { bigint: true });
    const digest = new FileDigest(stat.size);
    await readInChunks(descriptor, (chunk) => {
      digest.update(chunk);
      onBytes(chunk.length);
    });
    requireUnchanged(source, stat, fs.fstatSync(descriptor, { bigint: true }));
    const result = digest.end();
    HashCache.add(stat, result, readAt);
    return result;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Calculates digest and size of a file that fits into memory. */
export function digestSmall(file: FileSource): Digest & { readonly bytes: number } {
  const content = withSource(file, (descriptor) => fs.readFileSync(descriptor));
  return { ...digestContent(content), bytes: content.length };
}

/** Calculates the digest of a buffer. */
export function digestContent(content: Buffer): Digest {
  return { sha256: createHash('sha256').update(content).digest('hex') };
}
