import * as fs from 'fs';
import { deflateRawSync } from 'zlib';
import { digestContent, FileDigest } from './digest';
import { readFileInChunks } from './file-reader';
import { GzipWriter } from './gzip-writer';
import { Digest, HashCache } from './hash-cache';
import { RepositoryFile } from './repository-file';
import type { Packed } from './run-worker';
import { gzipStored } from '../files/gzip-format';
import { TAR_END, tarHeaders, tarPadding } from '../files/tar-entry';
import { rulePage } from '../findings/rule-page';

/** Files below this size are stored without compression. */
const MIN_BYTES_TO_COMPRESS = 1 << 16;
const SAMPLE_COUNT = 8;
const SAMPLE_BYTES = 1 << 14;
/** A file is compressed only if it shrinks to less than this fraction. Weights never do, and compression takes ten times as long as storing. */
const MAX_RATIO = 0.5;

/** Writes files in the specified order as a gzip-compressed tar archive. The required memory does not depend on the size of the files. */
export async function packArchive(
  files: RepositoryFile[],
  outFile: string,
  onBytes: (bytes: number) => void,
): Promise<Packed> {
  const out = await fs.promises.open(outFile, 'w', 0o644);
  try {
    const gzip = new GzipWriter(out);
    await gzip.begin();
    const digests: Packed['files'] = [];
    for (const file of files) digests.push(await packFile(file, gzip, onBytes));
    await gzip.store(TAR_END);
    await gzip.end();
    return { files: digests, bytes: (await out.stat()).size };
  } finally {
    await out.close();
  }
}

async function packFile(
  { path, source, content = '' }: RepositoryFile,
  gzip: GzipWriter,
  onBytes: (bytes: number) => void,
): Promise<Digest & { bytes: number }> {
  const readAt = Date.now();
  const text = Buffer.from(content, 'utf8');
  const bytes = source === undefined ? text.length : fs.statSync(source).size;
  for (const block of tarHeaders(path, bytes)) await gzip.store(block);
  const digest = new FileDigest(BigInt(bytes));
  const isCompressed = source !== undefined && isWorthCompressing(source, bytes);
  const packChunk = async (chunk: Buffer): Promise<void> => {
    const write = isCompressed ? gzip.compress(chunk) : gzip.store(chunk);
    digest.update(chunk);
    await write;
    onBytes(chunk.length);
  };
  let stat: fs.BigIntStats | undefined;
  if (source === undefined) await packChunk(text);
  else stat = await readFileInChunks(source, packChunk);
  if (stat && Number(stat.size) !== bytes)
    throw new Error(`${source} changed while it was packed ${rulePage('archive.changed')}`);
  await gzip.store(tarPadding(bytes));
  const result = digest.end();
  if (stat && bytes >= MIN_BYTES_TO_COMPRESS) HashCache.add(stat, result, readAt);
  return { ...result, bytes };
}

/** Compresses samples from all parts of the file, and checks how much they shrink. */
function isWorthCompressing(source: string, bytes: number): boolean {
  if (bytes < MIN_BYTES_TO_COMPRESS) return false;
  const descriptor = fs.openSync(source, 'r');
  try {
    const buffer = Buffer.alloc(SAMPLE_BYTES);
    let [read, compressed] = [0, 0];
    for (let index = 0; index < SAMPLE_COUNT; index++) {
      const position = Math.floor((index * (bytes - SAMPLE_BYTES)) / (SAMPLE_COUNT - 1));
      const sample = buffer.subarray(0, fs.readSync(descriptor, buffer, 0, SAMPLE_BYTES, position));
      read += sample.length;
      compressed += deflateRawSync(sample, { level: 1 }).length;
    }
    return compressed < MAX_RATIO * read;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Writes an archive of files that fit into memory. For small files, packing in the calling process is faster than in a worker process. */
export function packSmall(files: RepositoryFile[], outFile: string): Packed {
  const digests: Packed['files'] = [];
  const pieces: Buffer[] = [];
  for (const { path, source, content = '' } of files) {
    const data = source === undefined ? Buffer.from(content, 'utf8') : fs.readFileSync(source);
    pieces.push(...tarHeaders(path, data.length), data, tarPadding(data.length));
    digests.push({ ...digestContent(data), bytes: data.length });
  }
  const archive = gzipStored(Buffer.concat([...pieces, TAR_END]));
  fs.writeFileSync(outFile, archive);
  return { files: digests, bytes: archive.length };
}
