import * as fs from 'fs';
import { OverLimit } from '../../findings/limits';
import { ModelConfigDocument } from '../../model-config/schema/schema';
import type { ServingTarget } from '../../model-config/serving-target';
import { Rule } from '../../findings/rule';
import { Backend } from '../backend';
import { SourceFile, FolderContent, FolderFile, isOnDisk } from '../folder-content';

/** A model whose files lie on this machine. */
export interface LocalModel {
  readonly backend: Backend;
  readonly config: ModelConfigDocument;
  /** The folder or file that the user gave. */
  readonly source: string;
  /** What that folder holds; undefined for a single file. */
  readonly content?: FolderContent;
  /** Whether that folder has version folders of its own. */
  readonly versioned: boolean;
  /** The files as they come to lie in the model's folder of the repository. */
  readonly files: FolderFile[];
  /** The versions that Triton would load, by their folder's name. */
  readonly versions: string[];
  /** Names under which the backend looks for its file; the first one is the usual one. Empty when they are not known. */
  readonly modelFileNames: string[];
}

export type FileRule = Rule<LocalModel, ServingTarget>;

/** Reads something of a model once for all rules, also when it exceeds a limit. */
export function oncePerModel<T>(read: (model: LocalModel) => T): (model: LocalModel) => T {
  const results = new WeakMap<LocalModel, { value: T } | { problem: OverLimit }>();
  const resultOf = (model: LocalModel): { value: T } | { problem: OverLimit } => {
    try {
      return { value: read(model) };
    } catch (problem) {
      if (!(problem instanceof OverLimit)) throw problem;
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

const indexes = new WeakMap<readonly FolderFile[], { files: Map<string, FolderFile>; folders: Set<string> }>();

/** The files by their paths, and all folders that have some: rules look for thousands of files among thousands. */
function indexOf(files: readonly FolderFile[]): { files: Map<string, FolderFile>; folders: Set<string> } {
  let index = indexes.get(files);
  if (!index) {
    index = { files: new Map(), folders: new Set() };
    for (const file of files) {
      if (!index.files.has(file.path)) index.files.set(file.path, file);
      for (let end = file.path.lastIndexOf('/'); end > 0; end = file.path.lastIndexOf('/', end - 1)) {
        const folder = file.path.slice(0, end);
        if (index.folders.has(folder)) break; // and so those that it is in
        index.folders.add(folder);
      }
    }
    indexes.set(files, index);
  }
  return index;
}

/** The file with a path. */
export function fileAt(files: readonly FolderFile[], path: string): FolderFile | undefined {
  return indexOf(files).files.get(path);
}

/** Whether files are below a folder. */
export function hasFolder(files: readonly FolderFile[], folder: string): boolean {
  return indexOf(files).folders.has(folder);
}

/** The file that the backend loads in a version; for a file that is a folder of that name, the one of its own name in it. */
export function modelFileOf(
  { files, modelFileNames }: Pick<LocalModel, 'files' | 'modelFileNames'>,
  version: string,
): FolderFile | undefined {
  return modelFileNames
    .flatMap((name) => [`${version}/${name}`, `${version}/${name}/${name}`])
    .map((path) => fileAt(files, path))
    .find((file) => file !== undefined);
}

/** The bytes of a file; of one that only the lock has, as it says; undefined for one that a deployment builds. */
export function sizeOf({ source, locked, absent }: FolderFile): number | undefined {
  if (absent && locked) return locked.bytes;
  return source === undefined ? undefined : fs.statSync(source).size;
}

/** The loaded versions' model files, but for those that only the lock has, and those that a deployment builds. */
export function modelFiles(model: LocalModel): SourceFile[] {
  return model.versions.flatMap((version) => modelFileOf(model, version) ?? []).filter(isOnDisk);
}
