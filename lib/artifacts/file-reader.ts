import * as fs from 'fs';
import { promisify } from 'util';
import { CHUNK_BYTES, readInChunksSync } from '../files/read-in-chunks';
import { descriptorPath, withRegularFile } from '../files/regular-file';
import { rulePage } from '../findings/rule-page';
import type { SourceFile } from '../model/folder/folder-content';

/** Where a file is, and the folder in which it must still be. */
export type FileSource = Pick<SourceFile, 'source' | 'within'>;

/** Processes a chunk of a file. The buffer of the chunk is reused afterwards. */
export type OnChunk = (chunk: Buffer) => Promise<void> | void;

/**
 * Opens a file for a function, and closes the file after the function returns.
 *
 * @throws if the file is no longer a regular file inside its folder, or changes while it is open
 */
export function withSource<T>(
  { source, within }: FileSource,
  read: (descriptor: number, stat: fs.BigIntStats) => T,
): T {
  return withRegularFile(source, { maximumBytes: Infinity, within }, (descriptor) => {
    const before = fs.fstatSync(descriptor, { bigint: true });
    const result = read(descriptor, before);
    requireUnchanged(source, before, fs.fstatSync(descriptor, { bigint: true }));
    return result;
  });
}

/** Copies a file, if possible without copying its data (as a clone). */
export function copySource(file: FileSource, target: string): void {
  withSource(file, (descriptor) => {
    const opened = descriptorPath(descriptor);
    if (opened !== undefined) return fs.copyFileSync(opened, target, fs.constants.COPYFILE_FICLONE);
    fs.writeFileSync(target, '');
    readInChunksSync(descriptor, (chunk) => fs.appendFileSync(target, chunk));
  });
}

/** Reads an open file in chunks of a fixed size. The next chunk is read while the current chunk is processed. */
export async function readInChunks(descriptor: number, onChunk: OnChunk): Promise<void> {
  let [current, next] = [Buffer.allocUnsafe(CHUNK_BYTES), Buffer.allocUnsafe(CHUNK_BYTES)];
  let bytes = await fill(descriptor, current);
  while (bytes > 0) {
    const reading = bytes < CHUNK_BYTES ? 0 : fill(descriptor, next);
    const results = await Promise.allSettled([onChunk(current.subarray(0, bytes)), reading]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    bytes = await reading;
    [current, next] = [next, current];
  }
}

/** @throws if a file changed between two stats */
export function requireUnchanged(file: string, before: fs.BigIntStats, after: fs.BigIntStats): void {
  if (before.size === after.size && before.mtimeNs === after.mtimeNs && before.ctimeNs === after.ctimeNs) return;
  throw new Error(
    `${file} changed while it was read; synthesize again when nothing writes to it ${rulePage('archive.changed')}`,
  );
}

const readAsync = promisify(fs.read);

/** Reads until the buffer is full. The blocks of an archive must not depend on how many bytes a single read returns. */
async function fill(descriptor: number, buffer: Buffer): Promise<number> {
  for (let filled = 0; ;) {
    const { bytesRead } = await readAsync(descriptor, buffer, filled, buffer.length - filled, null);
    filled += bytesRead;
    if (bytesRead === 0 || filled === buffer.length) return filled;
  }
}
