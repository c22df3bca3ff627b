import * as fs from 'fs';
import * as path from 'path';
import { hashFiles } from '../../lib/artifacts/hash-files';
import { HashedFile } from '../../lib/artifacts/repository-file';
import { writeAtomically } from '../../lib/artifacts/write-atomically';

/** The file that proves that this command wrote a folder, with the files that it wrote. */
const MARK = 'written-by-engine.json';
const WRITER = 'cdk-sagemaker-triton engine';
const FORMAT = 1;
/** More is no mark. */
const LARGEST_MARK = 1 << 20;

type WrittenFile = Pick<HashedFile, 'path' | 'bytes' | 'sha256'>;

/**
 * Fills the source folder, in the place of the one that this command wrote before.
 *
 * @throws an error when the folder has anything else; nothing is changed then
 */
export function writeSource(files: HashedFile[], folder: string): void {
  requireWritten(folder); // also before files are copied, which takes time
  writeAtomically(folder, (temporary) => {
    for (const { path: name, source, content = '' } of files) {
      const target = path.join(temporary, name);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      if (source === undefined) fs.writeFileSync(target, content);
      else fs.copyFileSync(source, target, fs.constants.COPYFILE_FICLONE);
    }
    const written = files.map(({ path: name, bytes, sha256 }): WrittenFile => ({ path: name, bytes, sha256 }));
    fs.writeFileSync(
      path.join(temporary, MARK),
      JSON.stringify({ writer: WRITER, format: FORMAT, files: written }, undefined, 2),
    );
    remove(folder, requireWritten(folder));
  });
}

/** One by one, so that nothing is removed that came after the check, and the mark last, so that a killed run can be repeated. */
function remove(folder: string, { files, folders }: Written): void {
  for (const name of files) fs.rmSync(path.join(folder, name), { force: true });
  for (const name of folders.reverse()) fs.rmdirSync(path.join(folder, name));
  fs.rmSync(path.join(folder, MARK), { force: true });
  if (fs.existsSync(folder)) fs.rmdirSync(folder);
}

/** Content of a folder without the mark, a folder before what is in it. */
interface Written {
  readonly files: string[];
  readonly folders: string[];
}

/** The content of a folder, all of which this command wrote and nobody changed; none where there is no folder. */
function requireWritten(folder: string): Written {
  const found: Written = { files: [], folders: [] };
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (!stat) return found;
  if (!stat.isDirectory())
    throw notReplaced(folder, `${folder} is ${stat.isSymbolicLink() ? 'a link' : 'not a folder'}`);
  const entries = fs.readdirSync(folder, { withFileTypes: true, recursive: true });
  const written = new Map(filesOfMark(folder).map((file) => [path.normalize(file.path), file]));
  const folders = new Set([...written.keys()].flatMap(foldersOf));
  for (const entry of entries) {
    const full = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, full);
    if (name === MARK) continue;
    const isWritten = entry.isDirectory() ? folders.has(name) : entry.isFile() && written.has(name);
    if (!isWritten) throw notReplaced(folder, `${full} is not a file that this command wrote`);
    found[entry.isDirectory() ? 'folders' : 'files'].push(name);
  }
  const files = found.files.map((name) => ({ path: name, source: path.join(folder, name) }));
  for (const { path: name, bytes, sha256 } of hashFiles(files)) {
    const before = written.get(name);
    if (bytes !== before?.bytes || sha256 !== before.sha256)
      throw notReplaced(folder, `${path.join(folder, name)} changed after this command wrote it`);
  }
  return found;
}

function notReplaced(folder: string, reason: string): Error {
  return new Error(
    `${reason}, so ${folder} is not replaced; move it elsewhere, or choose a different folder with --out`,
  );
}

/** The folders of a file below the root: `a` and `a/b` of `a/b/c`. */
function foldersOf(name: string): string[] {
  const parent = path.dirname(name);
  return parent === '.' || parent === name ? [] : [parent, ...foldersOf(parent)];
}

/** What a mark lists; nothing where there is none. */
function filesOfMark(folder: string): WrittenFile[] {
  const file = path.join(folder, MARK);
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > LARGEST_MARK) return [];
  try {
    const { writer, format, files } = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
    if (writer === WRITER && format === FORMAT && Array.isArray(files) && files.every(isWrittenFile)) return files;
  } catch {
    // No mark of this command is no JSON.
  }
  throw notReplaced(folder, `${file} is not a file that this command wrote`);
}

function isWrittenFile(value: unknown): value is WrittenFile {
  const { path: name, bytes, sha256 } = (value ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && typeof bytes === 'number' && typeof sha256 === 'string';
}
