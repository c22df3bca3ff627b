import { createHash } from 'crypto';
import { pipeline, Readable } from 'stream';
import { createGunzip } from 'zlib';
import type { CopiedFile, PackedArchive } from '../../lib/contracts/publication-manifest';
import { StoredGzip, TAR_END, tarHeaders, tarPadding } from '../../lib/files/tar-gzip';
import { changedFileError, sizeOf } from './copy-object';
import { readBytes } from './store';
import { PART_BYTES } from './upload';

/** An archive to pack. The location, size and hash of each engine are from the record of the engine. */
export interface ArchiveParts extends Omit<PackedArchive, 'engines'> {
  readonly engines: CopiedFile[];
}

/**
 * The bytes of a `model.tar.gz` that contains the packed files and the TensorRT engines. The bytes are streamed, since engines may exceed the
 * memory and the disk of the function. The same files always result in the same bytes.
 *
 * @throws during the iteration if an engine does not match its record
 */
export async function* archiveBytes(
  archive: ArchiveParts,
  sourceBucket: string,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const gzip = new StoredGzip();
  for await (const data of tarBytes(archive, sourceBucket, signal)) yield gzip.add(data);
  yield gzip.end();
}

/** The SHA-256 of the archive. */
export async function sha256OfArchive(
  archive: ArchiveParts,
  sourceBucket: string,
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of archiveBytes(archive, sourceBucket, signal)) hash.update(bytes);
  return hash.digest('hex');
}

async function* tarBytes({ path, key, engines }: ArchiveParts, sourceBucket: string, signal: AbortSignal) {
  const unpacked = createGunzip();
  pipeline(Readable.from(readObject({ path, key }, sourceBucket, signal)), unpacked, () => undefined); // the loop below throws the stream's errors
  yield* withoutEndBlocks(unpacked);
  for (const engine of engines) {
    const bytes = engine.bytes ?? 0;
    yield tarHeaders(engine.path, bytes);
    const hash = createHash('sha256');
    for await (const chunk of readObject(engine, sourceBucket, signal)) {
      hash.update(chunk);
      yield chunk;
    }
    const actualHash = hash.digest('hex');
    const { sha256: expected } = engine;
    if (actualHash !== expected)
      throw changedFileError({ file: engine, sourceBucket }, `SHA-256 ${expected}`, actualHash);
    yield tarPadding(bytes);
  }
  yield TAR_END;
}

async function* readObject(file: CopiedFile, assetBucket: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const sourceBucket = file.bucket ?? assetBucket;
  const size = await sizeOf({ file, sourceBucket, signal });
  for (let start = 0; start < size; start += PART_BYTES) {
    signal.throwIfAborted();
    const bytes = Math.min(PART_BYTES, size - start);
    yield Buffer.from(await readBytes(sourceBucket, file.key, start, bytes));
  }
}

/** An archive without its end blocks. */
async function* withoutEndBlocks(tar: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let tail = Buffer.alloc(0);
  for await (const chunk of tar) {
    const data = Buffer.concat([tail, chunk]);
    const end = Math.max(0, data.length - TAR_END.length);
    yield data.subarray(0, end);
    tail = data.subarray(end);
  }
}
