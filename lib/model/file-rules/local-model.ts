import * as fs from 'fs';
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

/** The file that the backend loads in a version; for a file that is a folder of that name, the one of its own name in it. */
export function modelFileOf(
  { files, modelFileNames }: Pick<LocalModel, 'files' | 'modelFileNames'>,
  version: string,
): FolderFile | undefined {
  return modelFileNames
    .flatMap((name) => [`${version}/${name}`, `${version}/${name}/${name}`])
    .map((path) => files.find((file) => file.path === path))
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
