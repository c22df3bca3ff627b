import { createHash } from 'crypto';
import type { ModelFolderFile } from '../model/folder/built-file';

/** A file of a model repository, with its path in the repository. */
export type RepositoryFile = ModelFolderFile;

/** A repository file with its size and digest. */
export interface HashedFile extends RepositoryFile {
  /** 0 for an engine that the deployment builds, whose size is not known. */
  readonly bytes: number;
  /** For an engine, the key of the engine: a hash of everything that determines the engine. */
  readonly sha256: string;
  /** The files that an engine is built from. */
  readonly sources?: HashedFile[];
  /** 8 hexadecimal digits, for files that are too large for a single copy request of S3. */
  readonly crc32?: string;
}

/** Returns the SHA-256 of the path, size and digest of each file. The hash does not depend on the archive format, file times and owners. */
export function contentHashOf(files: HashedFile[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.path}\n${file.bytes}\n${file.sha256}\n`);
  return hash.digest('hex');
}

/** Sorts paths by their bytes, so the archive does not depend on the locale. */
export function sortByPath<T extends RepositoryFile>(files: T[]): T[] {
  return [...files].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}
