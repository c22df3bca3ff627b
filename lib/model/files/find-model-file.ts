import * as path from 'path';
import { FIL_FILES, MODEL_FORMATS } from '../../facts/backends';
import { joinNames } from '../../findings/join-names';
import { Backend } from '../values/backend';
import { backendOfDefaultFile, backendOfExtension } from './default-files';

/** A model file, and the backend that executes it. */
export interface FoundModelFile {
  /** Undefined if several files can be the model file. */
  readonly name?: string;
  readonly backend: Backend;
}

/** Extensions of model files that also belong to other files, such as scripts. Such a file is a model file only with its default name. */
const AMBIGUOUS_EXTENSIONS = ['.py', '.txt', '.json', '.model'];

/**
 * Finds the model file among the files of a version: the file with the name that a backend loads by default, otherwise the only file with
 * the extension of a model file. If there are several, the result has only their backend, or is undefined if their backends differ.
 *
 * @param backend the backend that the user sets. Files of other backends are ignored
 */
export function findModelFile(fileNames: string[], backend?: Backend): FoundModelFile | undefined {
  const defaultFile = backend ? defaultFileOf(backend, fileNames) : backendOfDefaultFile(fileNames);
  if (defaultFile) return defaultFile;
  const [found, ...others] = modelFilesIn(fileNames).filter((each) => !backend || executes(backend, each.backend));
  if (others.length === 0) return found;
  return others.every((other) => other.backend === found.backend) ? { backend: found.backend } : undefined;
}

function defaultFileOf(backend: Backend, fileNames: string[]): FoundModelFile | undefined {
  const { defaultFileName: name } = backend;
  return name !== undefined && fileNames.includes(name) ? { name, backend } : undefined;
}

function executes(backend: Backend, other: Backend): boolean {
  return backend.name === other.name && backend.platform === other.platform;
}

/** The files that can be the model file of a version, with their backends. */
export function modelFilesIn(fileNames: string[]): (FoundModelFile & { readonly name: string })[] {
  return fileNames.flatMap((name) => {
    const backend = backendOfModelFile(name);
    return backend ? [{ name, backend }] : [];
  });
}

/** The advice for files among which the library does not choose; undefined if there is at most one model file. */
export function adviceForSeveralFiles(fileNames: string[], backend: Backend): string | undefined {
  const names = modelFilesIn(fileNames)
    .filter((each) => backend.name === '' || executes(backend, each.backend))
    .map(({ name }) => name);
  return names.length > 1
    ? `set default_model_filename (defaultModelFilename) to one of ${joinNames(names)}`
    : undefined;
}

function backendOfModelFile(name: string): Backend | undefined {
  if ([...FIL_FILES.values()].includes(name)) return Backend.FIL;
  const format = MODEL_FORMATS.find(({ file, accepted = true }) => accepted && file === name);
  if (format) return Backend._ofFormat(format);
  return AMBIGUOUS_EXTENSIONS.includes(path.extname(name)) ? undefined : backendOfExtension(name);
}

/**
 * The parameter `model_type` with which the FIL backend loads a file. A single file gets the default name of its format, so its extension is
 * enough. In a folder, only a file with the default name is loaded.
 */
export function treeModelType(fileName: string, isSingleFile: boolean): string | undefined {
  const isLoaded = (file: string): boolean =>
    isSingleFile ? path.extname(file) === path.extname(fileName) : file === fileName;
  return [...FIL_FILES].find(([, file]) => isLoaded(file))?.[0];
}
