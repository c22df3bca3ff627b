import { DeployedPackages, ModelPackages } from '../contracts/deployed-packages';
import type { ArchivedModel } from './archived-model';
import { HashedFile } from './repository-file';

/** Maximum length of the metadata. A template can have up to 1 MB. */
const MAX_CHARACTERS = 50_000;

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

/** The packages of each model with packages in a model repository. */
export function packagesByModel(files: HashedFile[]): ModelPackages[] {
  const groups = groupByPackage(files).map((group) => ({ ...group, model: group.folder.split('/')[0] }));
  const models = [...new Set(groups.map(({ model }) => model))];
  return models.map((model) =>
    packagesOf(
      model,
      groups.filter((group) => group.model === model),
    ),
  );
}

/** The packages of the archive of a multi-model endpoint, which can contain several models. Undefined if it has no packages. */
export function packagesOfArchive({ name, files }: ArchivedModel): ModelPackages | undefined {
  const groups = groupByPackage(files);
  return groups.length > 0 ? packagesOf(name, groups) : undefined;
}

function packagesOf(model: string, groups: PackageInFolder[]): ModelPackages {
  const files = groups.flatMap((group) => group.files);
  return {
    model,
    packages: [...new Set(groups.map(({ name }) => name))],
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** The metadata that describes the packages of a publication. Undefined if no model has packages. */
export function packagesMetadata(models: ModelPackages[]): DeployedPackages | undefined {
  let characters = 0;
  const fitting = models.filter((each) => (characters += JSON.stringify(each).length) <= MAX_CHARACTERS);
  return models.length > 0 ? { models: fitting, omittedModels: models.length - fitting.length } : undefined;
}
