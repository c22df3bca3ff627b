import * as path from 'path';
import { FIL_FILES } from '../facts/backends';
import { Backend } from './backend';
import { backendOfDefaultFile, backendOfExtension } from './default-files';

/** A model file, and the backend that executes it. */
export interface FoundModelFile {
  readonly name: string;
  readonly backend: Backend;
  /** Parameters that the backend needs to find the file. */
  readonly parameters?: { [name: string]: string };
}

/** Extensions of model files that also belong to other files, such as scripts. Such a file is a model file only with its default name. */
const AMBIGUOUS_EXTENSIONS = ['.py', '.txt', '.json', '.model'];

/**
 * Finds the model file among the files of a version: the file with the name that a backend loads by default, otherwise the only file with
 * the extension of a model file.
 */
export function findModelFile(fileNames: string[]): FoundModelFile | undefined {
  const defaultFile = backendOfDefaultFile(fileNames);
  if (defaultFile) return defaultFile;
  const [found, ...others] = [...fileNames.flatMap(treeModel), ...fileNames.flatMap(modelByExtension)];
  return others.length === 0 ? found : undefined;
}

function treeModel(name: string): FoundModelFile[] {
  const [modelType] = [...FIL_FILES].find(([, file]) => file === name) ?? [];
  return modelType === undefined ? [] : [{ name, backend: Backend.FIL, parameters: { model_type: modelType } }];
}

function modelByExtension(name: string): FoundModelFile[] {
  const backend = AMBIGUOUS_EXTENSIONS.includes(path.extname(name)) ? undefined : backendOfExtension(name);
  return backend ? [{ name, backend }] : [];
}
