import * as fs from 'fs';
import { deflateRawSync } from 'zlib';
import { FileDigest } from './digest';
import { readFileInChunks } from './file-reader';
import { GzipWriter } from './gzip-writer';
import { Digest, HashCache } from './hash-cache';
import { RepositoryFile } from './repository-file';
import type { Packed } from './run-worker';
import { TAR_END, tarHeaders, tarPadding } from './tar-entry';
import { rulePage } from '../findings/rule-page';

/** Smaller files are stored: nothing is to be gained. */
const SAMPLED_FROM = 1 << 16;
const SAMPLES = 8;
const SAMPLE_BYTES = 1 << 14;
/** Compressing costs ten times as long as storing, so it has to halve the file. Weights never shrink that much. */
const WORTHWHILE_RATIO = 0.5;

/** Writes files, in the order given, as a gzip-compressed tar archive. Memory does not grow with the files. */
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
  const compresses = source !== undefined && isWorthCompressing(source, bytes);
  const pack = async (chunk: Buffer): Promise<void> => {
    const written = compresses ? gzip.compress(chunk) : gzip.store(chunk);
    digest.update(chunk);
    await written;
    onBytes(chunk.length);
  };
  let stat: fs.BigIntStats | undefined;
  if (source === undefined) await pack(text);
  else stat = await readFileInChunks(source, pack);
  if (stat && Number(stat.size) !== bytes)
    throw new Error(`${source} changed while it was packed ${rulePage('archive.changed')}`);
  await gzip.store(tarPadding(bytes));
  const result = digest.end();
  if (stat && bytes >= SAMPLED_FROM) HashCache.keep(stat, result, readAt);
  return { ...result, bytes };
}

/** Decides by pieces from all over the file. */
function isWorthCompressing(source: string, bytes: number): boolean {
  if (bytes < SAMPLED_FROM) return false;
  const descriptor = fs.openSync(source, 'r');
  try {
    const piece = Buffer.alloc(SAMPLE_BYTES);
    let [read, compressed] = [0, 0];
    for (let index = 0; index < SAMPLES; index++) {
      const position = Math.floor((index * (bytes - SAMPLE_BYTES)) / (SAMPLES - 1));
      const sample = piece.subarray(0, fs.readSync(descriptor, piece, 0, SAMPLE_BYTES, position));
      read += sample.length;
      compressed += deflateRawSync(sample, { level: 1 }).length;
    }
    return compressed < WORTHWHILE_RATIO * read;
  } finally {
    fs.closeSync(descriptor);
  }
}
