import * as fs from 'fs';
import * as path from 'path';
import { hashFiles } from '../../lib/artifacts/hash-files';
import { HashedFile } from '../../lib/artifacts/repository-file';
import { temporaryName } from '../../lib/files/temporary-name';
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
  let replacedFolder: string | undefined;
  try {
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
      replacedFolder = moveAside(folder);
    });
  } finally {
    if (replacedFolder !== undefined) fs.rmSync(replacedFolder, { recursive: true, force: true });
  }
}

/**
 * Renames the folder, and returns its temporary path; undefined if it does not exist. A folder that is renamed in one step cannot become
 * a mixture of the files of concurrent runs.
 */
function moveAside(folder: string): string | undefined {
  const aside = temporaryName(folder);
  try {
    fs.renameSync(folder, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    requireUnchanged(aside, folder); // a user may have added files after the first check
  } catch (error) {
    fs.renameSync(aside, folder);
    throw error;
  }
  return aside;
}

/**
 * Checks a folder, if it exists.
 *
 * @param name the path of the folder in error messages
 * @throws if this command did not write the folder, or if a file was added or changed afterwards
 */
function requireUnchanged(folder: string, name = folder): void {
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory())
    throw notReplacedError(name, `${name} is ${stat.isSymbolicLink() ? 'a link' : 'not a folder'}`);
  const entries = fs.readdirSync(folder, { withFileTypes: true, recursive: true });
  const writtenFiles = new Map(readMarkedFiles(folder, name).map((file) => [path.normalize(file.path), file]));
  const folders = new Set([...writtenFiles.keys()].flatMap(parentsOf));
  const files: { path: string; source: string }[] = [];
  for (const entry of entries) {
    const source = path.join(entry.parentPath, entry.name);
    const file = path.relative(folder, source);
    if (file === MARKER) continue;
    const isWritten = entry.isDirectory() ? folders.has(file) : entry.isFile() && writtenFiles.has(file);
    if (!isWritten) throw notReplacedError(name, `${path.join(name, file)} is not a file that this command wrote`);
    if (entry.isFile()) files.push({ path: file, source });
  }
  for (const { path: file, bytes, sha256 } of hashFiles(files)) {
    const writtenFile = writtenFiles.get(file);
    if (bytes !== writtenFile?.bytes || sha256 !== writtenFile.sha256)
      throw notReplacedError(name, `${path.join(name, file)} changed after this command wrote it`);
  }
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
function readMarkedFiles(folder: string, folderName: string): WrittenFile[] {
  const file = path.join(folder, MARKER);
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > MAX_MARKER_BYTES) return [];
  try {
    const { writer, format, files } = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
    if (writer === WRITER && format === FORMAT && Array.isArray(files) && files.every(isWrittenFile)) return files;
  } catch {
    // Not JSON, so this command did not write the marker.
  }
  throw notReplacedError(folderName, `${path.join(folderName, MARKER)} is not a file that this command wrote`);
}

function isWrittenFile(value: unknown): value is WrittenFile {
  const { path: name, bytes, sha256 } = (value ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && typeof bytes === 'number' && typeof sha256 === 'string';
}
