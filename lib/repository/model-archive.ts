import * as fs from 'fs';
import { Gzip } from 'minizlib';
import { Header } from 'tar/header';
import { Pax } from 'tar/pax';
import { readFolder } from '../model/folder-content';
import { contentHashOf, HashedFile, hashFile, readInChunks, sortByPath } from './repository-file';

const BLOCK = 512;

/** What `ModelArchive.pack` wrote. */
export interface PackedArchive {
  /** SHA-256 over the canonical listing of the archive: path, size and SHA-256 of each file. */
  readonly contentHash: string;
  /** Size of the archive. */
  readonly bytes: number;
}

/**
 * Packs a folder into the `model.tar.gz` that SageMaker downloads.
 *
 * The bytes depend on the files' paths and contents alone: entries are sorted, owners, times and modes are fixed, and
 * blocks are stored instead of compressed, since weights hardly compress and stored blocks are the same on every machine.
 */
export class ModelArchive {
  /**
   * Packs every file below `directory`. Links inside the folder are followed.
   *
   * @param directory the folder whose content becomes the archive's root
   * @param outFile the archive; written under a temporary name and renamed when complete
   * @throws for links that leave the folder, for anything but files and folders, and when a file changes meanwhile
   */
  public static pack(directory: string, outFile: string): PackedArchive {
    const { files, problems } = readFolder(directory);
    if (problems.length > 0)
      throw new Error([`${directory} cannot be packed (archive.files)`, ...problems].join('\n  - '));
    return writeArchive(files.map(hashFile), outFile);
  }

  private constructor() {}
}

/** Writes files, in order of their paths, as a gzip-compressed tar archive. */
export function writeArchive(files: HashedFile[], outFile: string): PackedArchive {
  const sorted = sortByPath(files);
  const temporary = `${outFile}.${process.pid}.tmp`;
  const out = fs.openSync(temporary, 'w', 0o644);
  try {
    const gzip = new Gzip({ level: 0, portable: true });
    gzip.on('data', (chunk: Buffer) => writeFully(out, chunk));
    for (const file of sorted) writeEntry(file, (chunk) => gzip.write(chunk));
    gzip.write(Buffer.alloc(2 * BLOCK));
    gzip.end();
    fs.closeSync(out);
    fs.renameSync(temporary, outFile);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
  return { contentHash: contentHashOf(sorted), bytes: fs.statSync(outFile).size };
}

function writeEntry(file: HashedFile, write: (chunk: Buffer) => void): void {
  const fields = {
    path: file.path,
    mode: 0o644,
    uid: 0,
    gid: 0,
    size: file.bytes,
    mtime: new Date(0),
    type: 'File' as const,
  };
  const header = new Header(fields);
  header.encode();
  // Long names and files over 8 GiB do not fit the classic header.
  if (header.needPax) write(new Pax({ path: file.path, size: file.bytes }).encode());
  write(header.block ?? Buffer.alloc(0));
  const bytes = file.source === undefined ? writeText(file, write) : readInChunks(file.source, write);
  if (bytes !== file.bytes) {
    throw new Error(
      `${file.source} changed while it was packed: ${file.bytes} bytes before, ${bytes} now (archive.changed)`,
    );
  }
  write(Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK));
}

function writeText(file: HashedFile, write: (chunk: Buffer) => void): number {
  const text = Buffer.from(file.content ?? '', 'utf8');
  write(text);
  return text.length;
}

function writeFully(descriptor: number, chunk: Buffer): void {
  for (let written = 0; written < chunk.length;) written += fs.writeSync(descriptor, chunk, written);
}
