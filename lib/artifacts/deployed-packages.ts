import { HashedFile } from './repository-file';

/** The files of a Python package in a version folder of a model repository. */
export interface PackageInFolder {
  /** `<model>/<version>`. */
  readonly folder: string;
  /** Name and version, such as `tokenizers 0.23.3`. */
  readonly name: string;
  readonly files: HashedFile[];
}

/** Groups the files of packages by version folder and package. */
export function groupByPackage(files: HashedFile[]): PackageInFolder[] {
  const groups = new Map<string, PackageInFolder>();
  for (const file of files) {
    if (file.package === undefined) continue;
    const folder = file.path.split('/', 2).join('/');
    const key = `${folder} ${file.package}`;
    const group = groups.get(key) ?? { folder, name: file.package, files: [] };
    group.files.push(file);
    groups.set(key, group);
  }
  return [...groups.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}
