import * as fs from 'fs';
import * as path from 'path';
import { FolderContent, isLeftover, SourceFile } from './folder-content';
import { abridged } from '../../findings/abridged';
import { escapeControlCharacters } from '../../findings/escape-control-characters';
import { limitOf, LimitExceededError, requireWithin } from '../../findings/limits';
import { rulePage } from '../../findings/rule-page';
import { readRegularJson } from '../../files/regular-file';

/** Name of the lock file in a model's folder. It contains sizes and digests, so that a checkout without the large files can be synthesized. */
export const LOCK_FILE = 'triton-model.lock';

/** Beginning of a Git LFS pointer. */
const LFS_POINTER_START = 'version https://git-lfs.github.com/spec/';
const MAX_POINTER_BYTES = 1024;

/** Entry of a lock file. */
export interface LockedFile {
  /** Path relative to the model's folder. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Only for files that are too large for a single S3 copy request. */
  readonly crc32?: string;
}

/** Whether a file is a Git LFS pointer, which replaces the file in a checkout without Git LFS. */
export function isLfsPointer(source: string): boolean {
  const stat = fs.statSync(source, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > MAX_POINTER_BYTES) return false;
  return fs.readFileSync(source, 'latin1').startsWith(LFS_POINTER_START);
}

/** Reads the lock file of a folder. Undefined if the folder has no lock file. */
export function readLock(folder: string): LockedFile[] | undefined {
  const file = path.join(folder, LOCK_FILE);
  if (!fs.existsSync(file)) return undefined;
  try {
    const limits = { maximumBytes: 'lockBytes', within: folder } as const;
    const content = readRegularJson(file, limits) as { files?: unknown } | null;
    if (!Array.isArray(content?.files)) throw new Error('it has no list of files');
    const { files } = content;
    requireWithin('lockFiles', files.length, file);
    return files.map(parseEntry);
  } catch (error) {
    if (error instanceof LimitExceededError) throw error;
    throw new Error(
      escapeControlCharacters(
        `${file} cannot be read: ${abridged((error as Error).message, limitOf('textLength'))}; write it again ${rulePage('lock.unreadable')}`,
      ),
    );
  }
}

/**
 * Returns a valid entry, and throws an error for an invalid entry. A manipulated lock file must not refer to files or objects outside the
 * model's folder.
 */
function parseEntry(entry: Partial<LockedFile> | null): LockedFile {
  const { path: name, bytes, sha256, crc32 } = entry ?? {};
  if (typeof name !== 'string') throw new Error('the path of a file is missing or no text');
  const quotedName = abridged(JSON.stringify(name), 300);
  if (!/^[^/]/.test(name) || name.split('/').includes('..')) {
    throw new Error(`got path ${quotedName}; allowed: a path inside the model's folder`);
  }
  if (!Number.isSafeInteger(bytes) || Number(bytes) < 0) {
    throw new Error(`got ${JSON.stringify(bytes) ?? 'no number of'} bytes of ${quotedName}; allowed: their number`);
  }
  if (!/^[0-9a-f]{64}$/.test(String(sha256)) || !/^[0-9a-f]{8}$/.test(String(crc32 ?? '00000000'))) {
    throw new Error(
      `got sha256 ${JSON.stringify(sha256) ?? 'nothing'} and crc32 ${JSON.stringify(crc32) ?? 'nothing'} of ${quotedName}; allowed: digests`,
    );
  }
  return { path: name, bytes: Number(bytes), sha256: String(sha256), crc32 };
}

/** Adds the entries of the lock file to the content of a folder. Missing files and Git LFS pointers are marked as absent. */
export function addLockEntries(folder: string, content: FolderContent): FolderContent {
  const lock = readLock(folder);
  if (!lock) return content;
  const filesByPath = new Map(
    content.files.filter(({ path: name }) => name !== LOCK_FILE).map((file) => [file.path, file]),
  );
  const problems: string[] = [];
  for (const locked of lock.filter(({ path: name }) => !name.split('/').some(isLeftover))) {
    const file = filesByPath.get(locked.path) ?? { path: locked.path, source: path.join(folder, locked.path) };
    const absent = !filesByPath.has(locked.path) || isLfsPointer(file.source);
    if (absent && filesByPath.has(locked.path)) problems.push(...pointerProblems(file, locked));
    filesByPath.set(locked.path, { ...file, locked, absent });
  }
  const files = [...filesByPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const folders = files.filter((file) => file.path.includes('/')).map((file) => file.path.split('/')[0]);
  return {
    files,
    folders: [...new Set([...content.folders, ...folders])].sort(),
    emptyFolders: content.emptyFolders,
    brokenLinks: content.brokenLinks,
    problems: [...content.problems, ...problems],
  };
}

/** Files of a folder, with their entries in the lock file. */
export function filesWithLock(folder: string, names: string[]): SourceFile[] {
  const files = names.map((name) => ({ path: name, source: path.join(folder, name) }));
  const present = files.filter(({ source }) => fs.existsSync(source));
  const content = addLockEntries(folder, { files: present, folders: [], emptyFolders: [], problems: [] });
  return files.map((file) => content.files.find(({ path: name }) => name === file.path) ?? file);
}

/** Returns a message about a Git LFS pointer whose digest differs from the digest in the lock file. */
function pointerProblems({ path: name, source }: SourceFile, { sha256 }: LockedFile): string[] {
  const [, oid] = /^oid sha256:([0-9a-f]{64})$/m.exec(fs.readFileSync(source, 'latin1')) ?? [];
  return oid === sha256
    ? []
    : [`${name} is a Git LFS pointer to a different file than the file in ${LOCK_FILE}; write the lock again`];
}
