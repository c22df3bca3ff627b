import * as fs from 'fs';
import * as path from 'path';
import { FolderContent, isLeftover, SourceFile } from './folder-content';
import { abridged } from '../findings/abridged';
import { mostOf, OverLimit, requireWithin } from '../findings/limits';
import { rulePage } from '../findings/rule-page';
import { readRegularJson } from '../platform/regular-file';

/** Beside a model's files: their sizes and digests, so that a checkout without the large ones can synthesize. */
export const LOCK_FILE = 'triton-model.lock';

const POINTER = 'version https://git-lfs.github.com/spec/';
const POINTER_MAXIMUM_BYTES = 1024;

/** What a lock file tells of a file. */
export interface LockedFile {
  /** Path below the model's folder. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Only of files too large for a single copy inside S3. */
  readonly crc32?: string;
}

/** A checkout without Git LFS has small text files in place of the models. */
export function isLfsPointer(source: string): boolean {
  const stat = fs.statSync(source, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > POINTER_MAXIMUM_BYTES) return false;
  return fs.readFileSync(source, 'latin1').startsWith(POINTER);
}

/** The files of a folder's lock; undefined without one. */
export function readLock(folder: string): LockedFile[] | undefined {
  const file = path.join(folder, LOCK_FILE);
  if (!fs.existsSync(file)) return undefined;
  try {
    const limits = { maximumBytes: 'lockBytes', within: folder } as const;
    const content = readRegularJson(file, limits) as { files?: unknown } | null;
    if (!Array.isArray(content?.files)) throw new Error('it has no list of files');
    const { files } = content;
    requireWithin('lockFiles', files.length, file);
    return files.map(checkEntry);
  } catch (error) {
    if (error instanceof OverLimit) throw error;
    throw new Error(
      `${file} cannot be read: ${abridged((error as Error).message, mostOf('textLength'))}; write it again ${rulePage('lock.unreadable')}`,
    );
  }
}

/** Whoever changed the file must not reach anything outside the model's folder, here or in the bucket. */
function checkEntry(entry: Partial<LockedFile> | null): LockedFile {
  const { path: name, bytes, sha256, crc32 } = entry ?? {};
  if (typeof name !== 'string') throw new Error('the path of a file is missing or no text');
  if (!/^[^/]/.test(name) || name.split('/').includes('..')) {
    throw new Error(`got path ${abridged(JSON.stringify(name), 300)}; allowed: a path inside the model's folder`);
  }
  if (!Number.isSafeInteger(bytes) || Number(bytes) < 0) {
    throw new Error(`got ${JSON.stringify(bytes) ?? 'no number of'} bytes of ${name}; allowed: their number`);
  }
  if (!/^[0-9a-f]{64}$/.test(String(sha256)) || !/^[0-9a-f]{8}$/.test(String(crc32 ?? '00000000'))) {
    throw new Error(
      `got sha256 ${JSON.stringify(sha256) ?? 'nothing'} and crc32 ${JSON.stringify(crc32) ?? 'nothing'} of ${name}; allowed: digests`,
    );
  }
  return { path: name, bytes: Number(bytes), sha256: String(sha256), crc32 };
}

/** Adds what is locked to what is there: files that are missing or only pointers come without their bytes. */
export function withLock(folder: string, content: FolderContent): FolderContent {
  const lock = readLock(folder);
  if (!lock) return content;
  const there = new Map(content.files.filter(({ path: name }) => name !== LOCK_FILE).map((file) => [file.path, file]));
  const problems: string[] = [];
  for (const locked of lock.filter(({ path: name }) => !name.split('/').some(isLeftover))) {
    const file = there.get(locked.path) ?? { path: locked.path, source: path.join(folder, locked.path) };
    const absent = !there.has(locked.path) || isLfsPointer(file.source);
    if (absent && there.has(locked.path)) problems.push(...stalePointer(file, locked));
    there.set(locked.path, { ...file, locked, absent });
  }
  const files = [...there.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const folders = files.filter((file) => file.path.includes('/')).map((file) => file.path.split('/')[0]);
  return {
    files,
    folders: [...new Set([...content.folders, ...folders])].sort(),
    emptyFolders: content.emptyFolders,
    problems: [...content.problems, ...problems],
  };
}

function stalePointer({ path: name, source }: SourceFile, { sha256 }: LockedFile): string[] {
  const [, oid] = /^oid sha256:([0-9a-f]{64})$/m.exec(fs.readFileSync(source, 'latin1')) ?? [];
  return oid === sha256
    ? []
    : [`${name} is a Git LFS pointer to a different file than the file in ${LOCK_FILE}; write the lock again`];
}
