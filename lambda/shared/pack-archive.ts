import { createHash } from 'crypto';
import { pipeline, Readable } from 'stream';
import { crc32, createGunzip } from 'zlib';
import type { CopiedFile, PackedArchive } from '../../lib/artifacts/publication-manifest';
import { GZIP_HEADER, gzipEnd, storedBlocks } from '../../lib/artifacts/gzip-format';
import { TAR_END, tarHeaders, tarPadding } from '../../lib/artifacts/tar-entry';
import { changed, sizeOf } from './copy-object';
import { readBytes } from './store';
import { PART_BYTES, piecesOf } from './upload';

/** What is stored at a time. It decides the bytes of an archive, so that they are the same whatever S3 and zlib return at a time. */
const STORED_BYTES = 1024 ** 2;

/** An archive to pack, with the engines as their records describe them. */
export interface ArchiveParts extends Omit<PackedArchive, 'engines'> {
  readonly engines: CopiedFile[];
}

/**
 * An archive with engines: `model.tar.gz` of the other files, to which they are added. Neither is ever on a disk or in memory as a whole,
 * since engines are larger than both may be. The bytes depend on nothing but the files.
 *
 * @throws while it is read, when an engine is not what its record says
 */
export async function* archiveBytes(
  archive: ArchiveParts,
  sourceBucket: string,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let crc = 0;
  let bytes = 0;
  yield GZIP_HEADER;
  for await (const data of piecesOf(tarBytes(archive, sourceBucket, signal), STORED_BYTES)) {
    crc = crc32(data, crc);
    bytes += data.length;
    yield* storedBlocks(data);
  }
  yield* gzipEnd(crc, bytes);
}

/** SHA-256 of what would be packed. */
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
  const packed = createGunzip();
  pipeline(Readable.from(readObject({ path, key }, sourceBucket, signal)), packed, () => undefined); // errors come with the data
  yield* withoutEnd(packed);
  for (const engine of engines) {
    const bytes = engine.bytes ?? 0;
    yield* tarHeaders(engine.path, bytes);
    const hash = createHash('sha256');
    for await (const chunk of readObject(engine, sourceBucket, signal)) {
      hash.update(chunk);
      yield chunk;
    }
    const actual = hash.digest('hex');
    const { sha256: expected } = engine;
    if (actual !== expected) throw changed({ file: engine, sourceBucket }, `SHA-256 ${expected}`, actual);
    yield tarPadding(bytes);
  }
  yield TAR_END;
}

async function* readObject(file: CopiedFile, assets: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const sourceBucket = file.bucket ?? assets;
  const size = await sizeOf({ file, sourceBucket, signal });
  for (let start = 0; start < size; start += PART_BYTES) {
    signal.throwIfAborted();
    const bytes = Math.min(PART_BYTES, size - start);
    yield Buffer.from(await readBytes(sourceBucket, file.key, start, bytes));
  }
}

/** All but the blocks that end an archive. */
async function* withoutEnd(tar: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  for await (const chunk of tar) {
    const all = Buffer.concat([held, chunk]);
    const end = Math.max(0, all.length - TAR_END.length);
    yield all.subarray(0, end);
    held = all.subarray(end);
  }
}
