import * as fs from 'fs';
import { FileDigest } from './digest';
import { withSource } from './file-reader';
import { HashCache, MINIMUM_CACHED_BYTES } from './hash-cache';
import { HashedFile, RepositoryFile } from './repository-file';
import { readInChunksSync } from '../files/read-in-chunks';
import { StoredGzip, TAR_END, tarHeaders, tarPadding } from '../files/tar-gzip';

/**
 * Writes files in the specified order as a gzip-compressed tar archive, in which all data is stored without compression: weights shrink very
 * little. The required memory does not depend on the size of the files.
 *
 * @returns the files with their sizes and digests
 */
export function packArchive(files: RepositoryFile[], outFile: string): HashedFile[] {
  const out = fs.openSync(outFile, 'w', 0o644);
  try {
    const gzip = new StoredGzip();
    const write = (data: Buffer): void => fs.writeFileSync(out, gzip.add(data));
    const hashed = files.map((file) => packFile(file, write));
    write(TAR_END);
    fs.writeFileSync(out, gzip.end());
    return hashed;
  } finally {
    fs.closeSync(out);
  }
}

function packFile(file: RepositoryFile, write: (data: Buffer) => void): HashedFile {
  const { source, within, content = '' } = file;
  const text = Buffer.from(content, 'utf8');
  if (source === undefined) return packContent(file, text.length, write, (add) => add(text));
  const readAt = Date.now();
  const { packed, stat } = withSource({ source, within }, (descriptor, opened) => ({
    packed: packContent(file, Number(opened.size), write, (add) => readInChunksSync(descriptor, add)),
    stat: opened,
  }));
  if (packed.bytes >= MINIMUM_CACHED_BYTES) HashCache.add(stat, packed, readAt);
  return packed;
}

function packContent(
  file: RepositoryFile,
  bytes: number,
  write: (data: Buffer) => void,
  read: (add: (data: Buffer) => void) => void,
): HashedFile {
  const digest = new FileDigest(BigInt(bytes));
  write(tarHeaders(file.path, bytes));
  read((data) => {
    digest.update(data);
    write(data);
  });
  write(tarPadding(bytes));
  return { ...file, ...digest.end(), bytes };
}
