import * as fs from 'fs';
import { digestContent, digestSmall } from './digest';
import { FileSource, withSource } from './file-reader';
import { Digest, HashCache, MINIMUM_CACHED_BYTES } from './hash-cache';
import type { FileBuild } from '../model/folder/built-file';
import { HashedFile, RepositoryFile } from './repository-file';
import { runWorker } from './run-worker';

/** From this total size, a separate process is faster. */
const MINIMUM_WORKER_BYTES = 32 << 20;

/** Calculates sizes and digests of files. Large files are read only if they are not in the cache. */
export function hashFiles(files: RepositoryFile[]): HashedFile[] {
  const stats = files.map((file) =>
    file.source === undefined || file.absent || isDigestKnown(file)
      ? undefined
      : withSource({ ...file, source: file.source }, (_, stat) => stat),
  );
  const cachedDigests = stats.map((stat) =>
    stat && stat.size >= MINIMUM_CACHED_BYTES ? HashCache.find(stat) : undefined,
  );
  const filesToRead = files.flatMap(({ source, within }, index) => {
    const bytes = Number(stats[index]?.size ?? 0);
    return source !== undefined && bytes >= MINIMUM_CACHED_BYTES && !cachedDigests[index]
      ? [{ source, within, bytes }]
      : [];
  });
  const newDigests = filesToRead.length === 0 ? new Map<string, Digest>() : hashLarge(filesToRead);
  return files.map((file, index) => {
    if (file.build) return hashBuild(file, file.build);
    if (isDigestKnown(file)) return { ...file, ...file.locked, path: file.path };
    if (file.source === undefined) return hashText(file);
    const digest = cachedDigests[index] ?? newDigests.get(file.source);
    return digest
      ? { ...file, bytes: Number(stats[index]?.size), ...digest }
      : { ...file, ...digestSmall({ ...file, source: file.source }) };
  });
}

/** Whether the digest is that in a lock file, because the file is missing, or that in the cache of Python packages. */
function isDigestKnown(file: RepositoryFile): file is RepositoryFile & Required<Pick<RepositoryFile, 'locked'>> {
  return (file.absent || file.package !== undefined) && file.locked !== undefined;
}

/**
 * Uses the key of the build as its digest, because the file does not exist yet. The key is a hash of everything that the file is built from.
 */
function hashBuild(file: RepositoryFile, build: FileBuild): HashedFile {
  const sources = hashFiles(build.sources.filter(({ object }) => object === undefined));
  const digests = new Map([
    ...sources.map(({ path, sha256 }) => [path, sha256] as const),
    ...build.sources.flatMap(({ path, object }) => (object ? [[path, object.version] as const] : [])),
  ]);
  return { ...file, bytes: 0, sha256: build.keyOf(digests), sources };
}

function hashLarge(files: (FileSource & { readonly bytes: number })[]): Map<string, Digest> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const distinct = [...new Map(files.map((file) => [file.source, file])).values()];
  const digests =
    total < MINIMUM_WORKER_BYTES ? distinct.map(hashInProcess) : runWorker({ files: distinct, bytes: total });
  return new Map(distinct.map(({ source }, index) => [source, digests[index]]));
}

function hashInProcess(file: FileSource): Digest {
  const readAt = Date.now();
  const { stat, content } = withSource(file, (descriptor, opened) => ({
    stat: opened,
    content: fs.readFileSync(descriptor),
  }));
  const digest = digestContent(content);
  HashCache.add(stat, digest, readAt);
  return digest;
}

function hashText(file: RepositoryFile): HashedFile {
  const text = Buffer.from(file.content ?? '', 'utf8');
  return { ...file, bytes: text.length, ...digestContent(text) };
}
