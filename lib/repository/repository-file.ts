import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';

/** One file of a model repository: where it goes, and where its bytes come from. */
export interface RepositoryFile {
  /** Path inside the repository, with forward slashes. */
  readonly path: string;
  /** File on disk; absent when `content` is given. */
  readonly source?: string;
  /** Text made at synth, such as a config.pbtxt. */
  readonly content?: string;
}

/** A repository file with its size and digest. */
export interface HashedFile extends RepositoryFile {
  readonly bytes: number;
  readonly sha256: string;
}

const CHUNK = 1 << 20;

/** Reads a file in chunks, so that a model of any size costs the same memory. */
export function readInChunks(file: string, onChunk: (chunk: Buffer) => void): number {
  const descriptor = fs.openSync(file, 'r');
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    let total = 0;
    for (;;) {
      const read = fs.readSync(descriptor, buffer, 0, CHUNK, null);
      if (read === 0) return total;
      onChunk(buffer.subarray(0, read));
      total += read;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

export function hashFile(file: RepositoryFile): HashedFile {
  const hash = createHash('sha256');
  if (file.source === undefined) {
    const text = Buffer.from(file.content ?? '', 'utf8');
    return { ...file, bytes: text.length, sha256: hash.update(text).digest('hex') };
  }
  const bytes = readInChunks(file.source, (chunk) => hash.update(chunk));
  return { ...file, bytes, sha256: hash.digest('hex') };
}

/** SHA-256 over the canonical listing (path, size, digest), independent of archive format, file times and owners. */
export function contentHashOf(files: HashedFile[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.path}\n${file.bytes}\n${file.sha256}\n`);
  return hash.digest('hex');
}

/** Orders paths by their bytes, so that archives are the same under any locale. */
export function sortByPath<T extends RepositoryFile>(files: T[]): T[] {
  return [...files].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}

/**
 * Every file below a folder. Links are followed while they stay inside the folder.
 *
 * @throws for a link that leaves the folder, and for devices, sockets and pipes
 */
export function listDirectory(directory: string): RepositoryFile[] {
  const root = fs.realpathSync(directory);
  const files: RepositoryFile[] = [];
  const visit = (folder: string, ancestors: string[]): void => {
    for (const name of fs.readdirSync(folder)) {
      const source = path.join(folder, name);
      const real = fs.realpathSync(source);
      if (real !== root && !real.startsWith(root + path.sep)) {
        throw new Error(`${source} leads to ${real}, which is outside ${root}; copy the file into the folder (archive.link)`);
      }
      const stat = fs.statSync(real);
      if (stat.isDirectory()) {
        if (ancestors.includes(real)) throw new Error(`${source} is a link to a folder that contains it (archive.link)`);
        visit(source, [...ancestors, real]);
      } else if (stat.isFile()) {
        files.push({ path: path.relative(root, source).split(path.sep).join('/'), source });
      } else {
        throw new Error(`${source} is neither a file nor a folder; an archive holds only those (archive.device)`);
      }
    }
  };
  visit(root, [root]);
  return sortByPath(files);
}
