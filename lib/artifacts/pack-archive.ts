import * as fs from 'fs';
import { FileDigest } from './digest';
import { readFileInChunksSync, requireUnchanged } from './file-reader';
import { HashCache, MINIMUM_CACHED_BYTES } from './hash-cache';
import { HashedFile, RepositoryFile } from './repository-file';
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
  const { path, source, content = '' } = file;
  const text = Buffer.from(content, 'utf8');
  const readAt = Date.now();
  const stat = source === undefined ? undefined : fs.statSync(source, { bigint: true });
  const bytes = Number(stat?.size ?? text.length);
  const digest = new FileDigest(BigInt(bytes));
  const writeContent = (data: Buffer): void => {
    digest.update(data);
    write(data);
  };
  write(tarHeaders(path, bytes));
  if (source === undefined || stat === undefined) writeContent(text);
  else {
    readFileInChunksSync(source, writeContent);
    requireUnchanged(source, stat, fs.statSync(source, { bigint: true }));
  }
  write(tarPadding(bytes));
  const result = digest.end();
  if (stat && bytes >= MINIMUM_CACHED_BYTES) HashCache.add(stat, result, readAt);
  return { ...file, ...result, bytes };
}
