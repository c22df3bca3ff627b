import { createHash } from 'crypto';
import * as fs from 'fs';
import type { EngineBuild } from '../model/engine/engine-build';

/** One file of a model repository: where it goes, and where its bytes come from. */
export interface RepositoryFile {
  /** Path inside the repository, with forward slashes. */
  readonly path: string;
  /** File on disk; absent when `content` is given. */
  readonly source?: string;
  /** Text made at synth, such as a config.pbtxt. */
  readonly content?: string;
  /** What the deployment builds the file from. */
  readonly build?: EngineBuild;
  /** What the model's lock says of it. */
  readonly locked?: { readonly bytes: number; readonly sha256: string; readonly crc32?: string };
  /** Whether only the lock has it: its object has to be in the bucket already. */
  readonly absent?: boolean;
}

/** A repository file with its size and digest. */
export interface HashedFile extends RepositoryFile {
  /** 0 for an engine that the deployment builds: nobody knows it yet. */
  readonly bytes: number;
  /** For an engine its key, which decides its content. */
  readonly sha256: string;
  /** What an engine is built from. */
  readonly sources?: HashedFile[];
  /** 8 hexadecimal digits, for files beyond what S3 copies in one request. */
  readonly crc32?: string;
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
