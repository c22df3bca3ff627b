import * as fs from 'fs';
import * as path from 'path';
import { hashFiles } from '../../lib/artifacts/hash-files';
import { HashedFile } from '../../lib/artifacts/repository-file';
import { writeAtomically } from '../../lib/files/write-atomically';

/** The marker: a file that shows that this command wrote the folder, and lists the files that it wrote. */
const MARKER = 'written-by-engine.json';
const WRITER = 'cdk-sagemaker-triton engine';
const FORMAT = 1;
/** Maximum size of the marker. */
const MAX_MARKER_BYTES = 1 << 20;

type WrittenFile = Pick<HashedFile, 'path' | 'bytes' | 'sha256'>;

/**
 * Writes the source folder. Replaces an existing folder only if this command wrote it.
 *
 * @throws if the folder contains other files; nothing is changed
 */
export function writeSource(files: HashedFile[], folder: string): void {
  requireUnchanged(folder); // checked before the files are copied, and again afterwards
  writeAtomically(folder, (temporary) => {
    for (const { path: name, source, content = '' } of files) {
      const target = path.join(temporary, name);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      if (source === undefined) fs.writeFileSync(target, content);
      else fs.copyFileSync(source, target, fs.constants.COPYFILE_FICLONE);
    }
    const writtenFiles = files.map(({ path: name, bytes, sha256 }): WrittenFile => ({ path: name, bytes, sha256 }));
    fs.writeFileSync(
      path.join(temporary, MARKER),
      JSON.stringify({ writer: WRITER, format: FORMAT, files: writtenFiles }, undefined, 2),
    );
    removeListed(folder, requireUnchanged(folder));
  });
}

/**
 * Removes only listed files, because a user may add other files after the check. Removes the marker last, so that an interrupted run can be
 * repeated.
 */
function removeListed(folder: string, { files, folders }: FolderContent): void {
  for (const name of files) fs.rmSync(path.join(folder, name), { force: true });
  for (const name of folders.reverse()) fs.rmdirSync(path.join(folder, name));
  fs.rmSync(path.join(folder, MARKER), { force: true });
  if (fs.existsSync(folder)) fs.rmdirSync(folder);
}

/** The paths in a source folder, without the marker. A folder is listed before its content. */
interface FolderContent {
  readonly files: string[];
  readonly folders: string[];
}

/**
 * Returns the content of a folder that this command wrote; empty if the folder does not exist.
 *
 * @throws if a file was added or changed after this command wrote the folder
 */
function requireUnchanged(folder: string): FolderContent {
  const content: FolderContent = { files: [], folders: [] };
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (!stat) return content;
  if (!stat.isDirectory())
    throw notReplacedError(folder, `${folder} is ${stat.isSymbolicLink() ? 'a link' : 'not a folder'}`);
  const entries = fs.readdirSync(folder, { withFileTypes: true, recursive: true });
  const writtenFiles = new Map(readMarkedFiles(folder).map((file) => [path.normalize(file.path), file]));
  const folders = new Set([...writtenFiles.keys()].flatMap(parentsOf));
  for (const entry of entries) {
    const fullPath = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, fullPath);
    if (name === MARKER) continue;
    const isWritten = entry.isDirectory() ? folders.has(name) : entry.isFile() && writtenFiles.has(name);
    if (!isWritten) throw notReplacedError(folder, `${fullPath} is not a file that this command wrote`);
    content[entry.isDirectory() ? 'folders' : 'files'].push(name);
  }
  const files = content.files.map((name) => ({ path: name, source: path.join(folder, name) }));
  for (const { path: name, bytes, sha256 } of hashFiles(files)) {
    const writtenFile = writtenFiles.get(name);
    if (bytes !== writtenFile?.bytes || sha256 !== writtenFile.sha256)
      throw notReplacedError(folder, `${path.join(folder, name)} changed after this command wrote it`);
  }
  return content;
}

function notReplacedError(folder: string, reason: string): Error {
  return new Error(
    `${reason}, so ${folder} is not replaced; move it elsewhere, or choose a different folder with --out`,
  );
}

/** The parent folders of a file: `a` and `a/b` for `a/b/c`. */
function parentsOf(name: string): string[] {
  const parent = path.dirname(name);
  return parent === '.' || parent === name ? [] : [parent, ...parentsOf(parent)];
}

/** Reads the files that the marker lists; empty if there is no marker. */
function readMarkedFiles(folder: string): WrittenFile[] {
  const file = path.join(folder, MARKER);
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > MAX_MARKER_BYTES) return [];
  try {
    const { writer, format, files } = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
    if (writer === WRITER && format === FORMAT && Array.isArray(files) && files.every(isWrittenFile)) return files;
  } catch {
    // Not JSON, so this command did not write the marker.
  }
  throw notReplacedError(folder, `${file} is not a file that this command wrote`);
}

function isWrittenFile(value: unknown): value is WrittenFile {
  const { path: name, bytes, sha256 } = (value ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && typeof bytes === 'number' && typeof sha256 === 'string';
}
