import * as fs from 'fs';
import * as path from 'path';
import { requireCountWithin } from '../../findings/limits';
import { isBelow } from '../../files/regular-file';
import { isTemporary } from '../../files/write-atomically';

/** A file below a model's folder. */
export interface FolderFile {
  /** Path relative to the folder, with forward slashes. */
  readonly path: string;
  /** Path on the local disk; undefined for files that a deployment builds, and for files in S3. */
  readonly source?: string;
  /** The folder that must contain the file when it is read, also after resolving links. Undefined for a file that the user names. */
  readonly within?: string;
  /** The size and digest of the file in the folder's lock file, for checkouts without the large files, or in the cache of Python packages. */
  readonly locked?: { readonly bytes: number; readonly sha256: string; readonly crc32?: string };
  /** Whether the file is listed in the lock file, but is missing on the disk or a Git LFS pointer. */
  readonly absent?: boolean;
}

/** A file with a path on the local disk. */
export type SourceFile = FolderFile & { readonly source: string };

/** Whether the content of a file is on the local disk. */
export function isOnDisk(file: FolderFile): file is SourceFile {
  return file.source !== undefined && !file.absent;
}

/** A link whose target cannot be read. */
export type BrokenLink = SourceFile & { readonly problem: string };

/** All files and folders below a model's folder. */
export interface FolderContent {
  readonly files: SourceFile[];
  /** Names of the folders directly below the model's folder, including empty folders. */
  readonly folders: string[];
  /** Paths of empty folders. */
  readonly emptyFolders: string[];
  /** Broken links. `problems` contains their messages, too. */
  readonly brokenLinks?: BrokenLink[];
  /** Messages about entries that cannot be deployed: broken links, links to files outside the folder, sockets. */
  readonly problems: string[];
}

/**
 * Whether a name belongs to a leftover of editors, notebooks, Python, version control or interrupted processes of this library. Leftovers
 * are not part of a model. They can also prevent a model from loading: if config.pbtxt contains no backend, Triton looks for the model file in
 * the folder that is first in alphabetical order, which would be `.ipynb_checkpoints`.
 */
export function isLeftover(name: string): boolean {
  return (
    ['.git', '.ipynb_checkpoints', '__pycache__', '.DS_Store'].includes(name) ||
    name.endsWith('.bak') ||
    isTemporary(name)
  );
}

/** Whether a folder in a model's folder contains a version of the model: the name of such a folder is a number. */
export function isVersionFolder(name: string): boolean {
  return /^\d+$/.test(name);
}

/** Whether a file is part of an unpacked Python environment in the model's folder. */
export function isInPythonEnvironment({ path: file }: FolderFile): boolean {
  return /(?:^|\/)lib\/python3\.\d+\//.test(file);
}

/** Lists a folder without leftovers. Links are followed if their target is inside the folder. */
export function readFolder(folder: string): FolderContent {
  const root = fs.realpathSync(folder);
  const files: SourceFile[] = [];
  const emptyFolders: string[] = [];
  const problems: string[] = [];
  const brokenLinks: BrokenLink[] = [];
  const pathOf = (source: string): string => path.relative(root, source).split(path.sep).join('/');
  let entryCount = 0;
  let linkVisits = 0;
  const visit = (current: string, ancestors: string[]): void => {
    const names = namesIn(current);
    entryCount += names.length;
    requireCountWithin('modelEntries', entryCount, root);
    requireCountWithin('modelDepth', ancestors.length, root);
    if (names.length === 0 && current !== root) emptyFolders.push(pathOf(current));
    for (const name of names) {
      const source = path.join(current, name);
      const linkOrEntry = fs.lstatSync(source, { throwIfNoEntry: false });
      if (!linkOrEntry) {
        problems.push(`${source} ${missingReason(name)}`);
        continue;
      }
      const isLink = linkOrEntry.isSymbolicLink();
      // Each visit of a link is counted, because the number of visits grows exponentially if links point to folders with more links.
      if (isLink) requireCountWithin('modelLinks', ++linkVisits, root);
      const resolvedPath = isLink ? realPath(source) : path.join(ancestors[ancestors.length - 1], name);
      if (resolvedPath === undefined) {
        const problem = `${source} is a link to ${fs.readlinkSync(source)}, which cannot be read; copy the file, or remove the link`;
        brokenLinks.push({ path: pathOf(source), source, problem });
        problems.push(problem);
      } else if (resolvedPath !== root && !isBelow(resolvedPath, root)) {
        problems.push(`${source} links to ${resolvedPath}, which is outside ${root}; copy it into the folder`);
      } else if (ancestors.includes(resolvedPath)) {
        problems.push(`${source} is a link to a folder that contains it`);
      } else {
        const stat = fs.statSync(resolvedPath);
        if (stat.isDirectory()) visit(source, [...ancestors, resolvedPath]);
        else if (stat.isFile()) files.push({ path: pathOf(source), source, within: root });
        else problems.push(`${source} is neither a file nor a folder`);
      }
    }
  };
  visit(root, [root]);
  return { files, folders: subfolders(root), emptyFolders, brokenLinks, problems };
}

/** The reason why a file in a directory listing does not exist. In names that are not UTF-8, Node.js replaces the invalid bytes. */
export function missingReason(name: string): string {
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
