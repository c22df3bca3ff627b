import * as fs from 'fs';
import * as path from 'path';
import { countWithin } from '../findings/limits';
import { isBelow } from '../platform/regular-file';
import { isTemporary } from '../platform/temporary-name';
import type { EngineBuild } from './engine/engine-build';

/** A file below a model's folder. */
export interface FolderFile {
  /** Path below the folder, with forward slashes. */
  readonly path: string;
  /** Where its bytes are; undefined for what a deployment builds, and for what is in S3. */
  readonly source?: string;
  /** What a deployment makes the file from. */
  readonly build?: EngineBuild;
  /** What the folder's lock says of it. */
  readonly locked?: { readonly bytes: number; readonly sha256: string; readonly crc32?: string };
  /** Whether only the lock has it: the file is missing, or a Git LFS pointer. */
  readonly absent?: boolean;
}

/** A file with a place on this machine. */
export type SourceFile = FolderFile & { readonly source: string };

/** Whether the bytes of a file can be read here. */
export function isOnDisk(file: FolderFile): file is SourceFile {
  return file.source !== undefined && !file.absent;
}

/** Everything below a model's folder. */
export interface FolderContent {
  readonly files: SourceFile[];
  /** Names of the folders directly below it, empty ones included. */
  readonly folders: string[];
  /** Paths of the folders without anything in them. */
  readonly emptyFolders: string[];
  /** What cannot be shipped, in words: broken links, links that leave the folder, sockets. */
  readonly problems: string[];
}

/**
 * What editors, notebooks, Python, version control and killed processes of this library leave in folders. It is no part of a model;
 * Triton would even look for the model file in `.ipynb_checkpoints`, the first folder by its name, when config.pbtxt names no backend.
 */
export function isLeftover(name: string): boolean {
  return (
    ['.git', '.ipynb_checkpoints', '__pycache__', '.DS_Store'].includes(name) ||
    name.endsWith('.bak') ||
    isTemporary(name)
  );
}

/** Lists a folder, without what is left over in it. Links are followed while they stay inside it. */
export function readFolder(folder: string): FolderContent {
  const root = fs.realpathSync(folder);
  const files: SourceFile[] = [];
  const emptyFolders: string[] = [];
  const problems: string[] = [];
  const pathOf = (source: string): string => path.relative(root, source).split(path.sep).join('/');
  let entries = 0;
  let links = 0;
  const visit = (current: string, ancestors: string[]): void => {
    const names = namesIn(current);
    entries += names.length;
    countWithin('modelEntries', entries, root);
    countWithin('modelDepth', ancestors.length, root);
    if (names.length === 0 && current !== root) emptyFolders.push(pathOf(current));
    for (const name of names) {
      const source = path.join(current, name);
      const found = fs.lstatSync(source, { throwIfNoEntry: false });
      if (!found) {
        problems.push(`${source} ${whyMissing(name)}`);
        continue;
      }
      const isLink = found.isSymbolicLink();
      // Each is counted as often as it is met: links to folders of links double at each step.
      if (isLink) countWithin('modelLinks', ++links, root);
      const real = isLink ? realPath(source) : path.join(ancestors[ancestors.length - 1], name);
      if (real === undefined) {
        problems.push(`${source} is a link to something that does not exist`);
      } else if (real !== root && !isBelow(real, root)) {
        problems.push(`${source} links to ${real}, which is outside ${root}; copy it into the folder`);
      } else if (ancestors.includes(real)) {
        problems.push(`${source} is a link to a folder that contains it`);
      } else {
        const stat = fs.statSync(real);
        if (stat.isDirectory()) visit(source, [...ancestors, real]);
        else if (stat.isFile()) files.push({ path: pathOf(source), source });
        else problems.push(`${source} is neither a file nor a folder`);
      }
    }
  };
  visit(root, [root]);
  return { files, folders: subfolders(root), emptyFolders, problems };
}

/** Why a file is not there that its folder lists. Node.js replaces the bytes of a name that are not UTF-8. */
export function whyMissing(name: string): string {
  return name.includes('\uFFFD')
    ? 'has a name that is not UTF-8 text, as keys in S3 are; rename it'
    : 'was removed while its folder was read; try again';
}

function realPath(source: string): string | undefined {
  try {
    return fs.realpathSync.native(source);
  } catch {
    return undefined;
  }
}

function subfolders(root: string): string[] {
  return namesIn(root).filter((name) => fs.statSync(path.join(root, name), { throwIfNoEntry: false })?.isDirectory());
}

function namesIn(folder: string): string[] {
  return fs
    .readdirSync(folder)
    .filter((name) => !isLeftover(name))
    .sort();
}
