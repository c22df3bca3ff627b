import { createHash } from 'crypto';
import * as fs from 'fs';
import { digestSmall } from './digest';
import { Digest, HashCache } from './hash-cache';
import { engineKey } from '../model/engine/engine-key';
import type { EngineBuild, EngineSource } from '../model/engine/engine-build';
import { HashedFile, RepositoryFile } from './repository-file';
import { runWorker } from './run-worker';

/** Files up to this size are read at each synth; larger ones only when they changed. */
const CACHED_FROM = 1 << 20;
/** Below this, starting a process takes longer than reading. */
const WORTH_A_PROCESS = 32 << 20;

/** Whether the digests of all large files are known without reading them. */
export function areHashed(files: RepositoryFile[]): boolean {
  return files.every(({ source, absent }) => {
    const stat = source === undefined || absent ? undefined : fs.statSync(source, { bigint: true });
    return !stat || stat.size < CACHED_FROM || HashCache.find(stat) !== undefined;
  });
}

/** Sizes and digests of files; reads large ones only when they changed since the last time. */
export function hashFiles(files: RepositoryFile[]): HashedFile[] {
  const stats = files.map(({ source, absent }) =>
    source === undefined || absent ? undefined : fs.statSync(source, { bigint: true }),
  );
  const known = stats.map((stat) => (stat && stat.size >= CACHED_FROM ? HashCache.find(stat) : undefined));
  const unread = files.flatMap(({ source }, index) => {
    const bytes = Number(stats[index]?.size ?? 0);
    return source !== undefined && bytes >= CACHED_FROM && !known[index] ? [{ source, bytes }] : [];
  });
  const fresh = unread.length === 0 ? new Map<string, Digest>() : hashLarge(unread);
  return files.map((file, index) => {
    if (file.build) return hashEngine(file, file.build);
    if (file.absent && file.locked) return { ...file, ...file.locked, path: file.path };
    if (file.source === undefined) return hashText(file);
    const digest = known[index] ?? fresh.get(file.source);
    return digest
      ? { ...file, bytes: Number(stats[index]?.size), ...digest }
      : { ...file, ...digestSmall(file.source) };
  });
}

/** An engine is known by what it is built from. */
function hashEngine(file: RepositoryFile, build: EngineBuild): HashedFile {
  const sources = hashFiles(build.sources.filter(({ object }) => object === undefined));
  const digests = new Map([
    ...sources.map(({ path, sha256 }) => [path, sha256] as const),
    ...build.sources.flatMap(({ path, object }: EngineSource) => (object ? [[path, object.version] as const] : [])),
  ]);
  return { ...file, bytes: 0, sha256: engineKey(build, digests), sources };
}

function hashLarge(files: { source: string; bytes: number }[]): Map<string, Digest> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total < WORTH_A_PROCESS) return new Map(files.map(({ source }) => [source, hashHere(source)]));
  const sources = [...new Set(files.map(({ source }) => source))];
  const digests = runWorker({ kind: 'hash', files: sources, bytes: total });
  return new Map(sources.map((source, index) => [source, digests[index]]));
}

function hashHere(source: string): Digest {
  const readAt = Date.now();
  const stat = fs.statSync(source, { bigint: true });
  const { sha256 } = digestSmall(source);
  HashCache.keep(stat, { sha256 }, readAt);
  return { sha256 };
}

function hashText(file: RepositoryFile): HashedFile {
  const text = Buffer.from(file.content ?? '', 'utf8');
  return { ...file, bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') };
}
