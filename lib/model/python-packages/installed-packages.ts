import * as fs from 'fs';
import { posix } from 'path';
import { limitOf } from '../../findings/limits';
import { FolderFile, isInPythonEnvironment, isOnDisk } from '../folder/folder-content';

/** A folder into which packages are installed contains a RECORD for each: a CSV file with the paths of its files. */
const RECORD = /^(?:(.+)\/)?([^/]+)-([^-/]+)\.dist-info\/RECORD$/;

/** The installed packages in a folder. */
export interface InstalledPackages {
  /** Name and version of the package of each file, by the path of the file. */
  readonly packageByPath: ReadonlyMap<string, string>;
  /** Names that programs can import. */
  readonly modules: ReadonlySet<string>;
}

/** Finds packages that are installed in a folder of the model, outside of a Python environment. */
export function findInstalledPackages(files: readonly FolderFile[]): InstalledPackages {
  const packageByPath = new Map<string, string>();
  const modules = new Set<string>();
  const records = files.filter(({ path }) => RECORD.test(path));
  const paths = new Set(records.length > 0 ? files.map(({ path }) => path) : []); // most models have no installed packages
  for (const file of records) {
    const [, folder = '', name, version] = RECORD.exec(file.path) ?? [];
    if (!isOnDisk(file) || isInPythonEnvironment(file)) continue;
    if (fs.statSync(file.source).size > limitOf('pythonBytes')) continue;
    for (const path of pathsInRecord(fs.readFileSync(file.source, 'utf8'))) {
      const pathInFolder = posix.join(folder, path);
      if (!paths.has(pathInFolder)) continue; // such as scripts, which are outside of the folder
      packageByPath.set(pathInFolder, `${name} ${version}`);
      const module = moduleOf(path);
      if (module !== undefined) modules.add(module);
    }
  }
  return { packageByPath, modules };
}

/** Separates the files of a model from the files of packages that are installed in its folder. */
export function separatePackages<File extends FolderFile>(
  files: File[],
): { files: File[]; installedModules: ReadonlySet<string> } {
  const { packageByPath, modules } = findInstalledPackages(files);
  if (packageByPath.size === 0) return { files, installedModules: modules };
  return { files: files.filter(({ path }) => !packageByPath.has(path)), installedModules: modules };
}

/** The paths in a RECORD. Paths with commas or quotation marks are in quotation marks, and their quotation marks are doubled. */
export function pathsInRecord(record: string): string[] {
  return record
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) =>
      line.startsWith('"') ? line.slice(1, line.lastIndexOf('"')).replaceAll('""', '"') : line.split(',')[0],
    );
}

/** The name under which a file of a package can be imported. Undefined for metadata, and for data outside of modules. */
export function moduleOf(path: string): string | undefined {
  const [first, ...others] = path.split('/');
  if (!/\.(?:py|so)$/.test(path)) return undefined;
  if (others.length === 0) return first.split('.')[0];
  return /^[A-Za-z_]\w*$/.test(first) ? first : undefined;
}
