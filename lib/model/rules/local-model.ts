import * as fs from 'fs';
import { LimitExceededError } from '../../findings/limits';
import { ModelConfigDocument } from '../../model-config/schema/schema';
import type { ServingTarget } from '../../model-config/serving-target';
import { PartRule, Rule, rulesForEach } from '../../findings/rule';
import { Backend } from '../values/backend';
import type { ModelFolderFile } from '../folder/built-file';
import type { PythonPackages } from '../python-packages/python-packages';
import { SourceFile, FolderContent, FolderFile, isOnDisk } from '../folder/folder-content';

/** A model with local files, as the input of rules. */
export interface LocalModel {
  readonly backend: Backend;
  readonly config: ModelConfigDocument;
  /** The folder or file that the user specified. */
  readonly source: string;
  /** Content of the folder. Undefined for a single file. */
  readonly content?: FolderContent;
  /** Whether the folder contains version folders. */
  readonly hasVersionFolders: boolean;
  /** The files with their paths in the model's folder of the repository. */
  readonly files: ModelFolderFile[];
  /** Names that can be imported from packages in the model's folder. `files` does not contain the files of these packages. */
  readonly installedModules: ReadonlySet<string>;
  /** Packages that are deployed with the model. */
  readonly pythonPackages?: PythonPackages;
  /** Names of the version folders that Triton would load. */
  readonly versions: string[];
  /** File names that the backend looks for, beginning with the default. Empty if the names are unknown. */
  readonly modelFileNames: string[];
}

/** A rule that checks the local files of a model for an endpoint. */
export type FileRule = Rule<LocalModel, ServingTarget>;

/** Creates rules about each of the parts of a model, such as its model files. The field of their findings is `files`, unless a part has one. */
export function fileRules<Part>(
  partsOf: (model: LocalModel, target: ServingTarget) => readonly Part[],
  rules: readonly PartRule<Part & { readonly field: string }, LocalModel, ServingTarget>[],
): FileRule[] {
  return rulesForEach((model, target) => partsOf(model, target).map((part) => ({ field: 'files', ...part })), rules);
}

/** Caches the result of a function for each model. If the function throws a `LimitExceededError`, the error is also cached. */
export function cachePerModel<T>(read: (model: LocalModel) => T): (model: LocalModel) => T {
  const results = new WeakMap<LocalModel, { value: T } | { problem: LimitExceededError }>();
  const resultOf = (model: LocalModel): { value: T } | { problem: LimitExceededError } => {
    try {
      return { value: read(model) };
    } catch (problem) {
      if (!(problem instanceof LimitExceededError)) throw problem;
      return { problem };
    }
  };
  return (model) => {
    const result = results.get(model) ?? resultOf(model);
    results.set(model, result);
    if ('problem' in result) throw result.problem;
    return result.value;
  };
}

const fileIndexes = new WeakMap<readonly FolderFile[], { files: Map<string, FolderFile>; folders: Set<string> }>();

/** Returns a cached index of files by path, and of all folders with files, because a rule can look up thousands of files. */
function fileIndexOf(files: readonly FolderFile[]): { files: Map<string, FolderFile>; folders: Set<string> } {
  let index = fileIndexes.get(files);
  if (!index) {
    index = { files: new Map(), folders: new Set() };
    for (const file of files) {
      if (!index.files.has(file.path)) index.files.set(file.path, file);
      for (let end = file.path.lastIndexOf('/'); end > 0; end = file.path.lastIndexOf('/', end - 1)) {
        const folder = file.path.slice(0, end);
        if (index.folders.has(folder)) break; // its parent folders are also in the index
        index.folders.add(folder);
      }
    }
    fileIndexes.set(files, index);
  }
  return index;
}

/** Finds a file by its path. */
export function fileAt(files: readonly FolderFile[], path: string): FolderFile | undefined {
  return fileIndexOf(files).files.get(path);
}

/** Whether a folder contains files. */
export function hasFolder(files: readonly FolderFile[], folder: string): boolean {
  return fileIndexOf(files).folders.has(folder);
}

/** The file that the backend loads in a version. If `<version>/<name>` is a folder, this is the file `<version>/<name>/<name>`. */
export function modelFileOf(
  { files, modelFileNames }: Pick<LocalModel, 'files' | 'modelFileNames'>,
  version: string,
): ModelFolderFile | undefined {
  return modelFileNames
    .flatMap((name) => [`${version}/${name}`, `${version}/${name}/${name}`])
    .map((path) => fileAt(files, path))
    .find((file) => file !== undefined);
}

/** Size of a file on the disk, or in the lock file if the file is absent. Undefined for a file that a deployment builds. */
export function sizeOf({ source, locked, absent }: FolderFile): number | undefined {
  if (absent) return locked?.bytes;
  return source === undefined ? undefined : fs.statSync(source).size;
}

/** The model files of the loaded versions that are on the local disk. */
export function modelFiles(model: LocalModel): SourceFile[] {
  return model.versions.flatMap((version) => modelFileOf(model, version) ?? []).filter(isOnDisk);
}
