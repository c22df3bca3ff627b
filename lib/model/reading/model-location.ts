import * as fs from 'fs';
import * as path from 'path';
import { inLanguageOfApp } from '../../findings/in-language-of-app';
import { rulePage } from '../../findings/rule-page';
import { withoutTokens } from '../../findings/unresolved-values';
import { ModelConfig } from '../../model-config';
import { VERSION_NAME } from '../rules/version-folders';
import { ModelFiles } from '../files/model-files';

/** Where a model is on the disk. */
export interface ModelLocation {
  /** The function with which the user reads the model. */
  readonly reader: string;
  /** The path as the user wrote it. */
  readonly path: string;
  /** The single model file, or the model folder. */
  readonly files: ModelFiles;
  /** The name of the model file without its extension, or the name of the folder. */
  readonly name: string;
  /** The config.pbtxt in the model folder. */
  readonly config?: ModelConfig;
  /** The version in the path. It must be the version that requests use. */
  readonly version?: string;
  /** The model file in the path, if it is in a model folder. It must be the file that the backend loads. */
  readonly fileName?: string;
}

const FROM_FILE = 'TritonModel.fromFile';
const FROM_DIRECTORY = 'TritonModel.fromDirectory';

/** Locates the model of a file: the file alone, or the model folder that contains the file. */
export function locateFile(file: string): ModelLocation {
  const source = path.resolve(file);
  if (path.basename(source) === 'config.pbtxt' && isReadableFile(source)) {
    return { ...locateModelFolder(path.dirname(source), FROM_FILE), path: file };
  }
  const folder = modelFolderOf(source);
  if (folder !== undefined && isFolder(folder)) {
    const location = locateModelFolder(folder, FROM_FILE);
    const parts = path.relative(folder, source).split(path.sep);
    const isListed = location.files._content?.files.some((each) => each.path === parts.join('/'));
    const [version, fileName] = VERSION_NAME.test(parts[0]) ? parts : [undefined, parts[0]];
    if (isListed) return { ...location, path: file, version, fileName };
  } else if (isReadableFile(source)) {
    const name = path.basename(source, path.extname(source));
    return { reader: FROM_FILE, path: file, files: ModelFiles.fromFile(source), name };
  }
  throw locationError(FROM_FILE, file, 'an existing model file; for a folder use TritonModel.fromDirectory');
}

/** Locates the model of a folder: the folder itself, or the model folder with a config.pbtxt whose version folder it is. */
export function locateFolder(folder: string): ModelLocation {
  if (!isFolder(folder)) throw locationError(FROM_DIRECTORY, folder, 'an existing model folder');
  const root = path.resolve(folder);
  const parent = path.dirname(root);
  if (!hasConfigFile(root) && VERSION_NAME.test(path.basename(root)) && hasConfigFile(parent)) {
    return { ...locateModelFolder(parent, FROM_DIRECTORY), path: folder, version: path.basename(root) };
  }
  return { ...locateModelFolder(root, FROM_DIRECTORY), path: folder };
}

/**
 * The model folder that a file belongs to: the folder with its version folder, or its folder if this contains a config.pbtxt. Undefined for
 * a file that is a model alone. An ONNX file with external data can be in a folder with the name of the file.
 */
function modelFolderOf(file: string): string | undefined {
  const parent = path.dirname(file);
  const isInFileFolder = path.extname(file) !== '' && path.basename(parent) === path.basename(file);
  if (isInFileFolder) return modelFolderOf(parent) ?? path.dirname(parent);
  const isVersion = VERSION_NAME.test(path.basename(parent));
  if (hasConfigFile(parent) && !(isVersion && hasConfigFile(path.dirname(parent)))) return parent;
  return isVersion ? path.dirname(parent) : undefined;
}

/** Whether a folder contains a config.pbtxt. */
function hasConfigFile(folder: string): boolean {
  return fs.existsSync(path.join(folder, 'config.pbtxt'));
}

function locateModelFolder(root: string, reader: string): ModelLocation {
  const location = { reader, path: root, name: path.basename(root), files: ModelFiles.fromDirectory(root) };
  if (!hasConfigFile(root)) return location;
  if (isFolder(path.join(root, 'config.pbtxt'))) {
    throw locationError(reader, root, 'a model folder whose config.pbtxt is a file, not a folder');
  }
  return { ...location, config: ModelConfig.fromDirectory(root) };
}

function locationError(reader: string, location: string, allowed: string): Error {
  return new Error(
    inLanguageOfApp(`${reader}: got ${withoutTokens(location)}; allowed: ${allowed} ${rulePage('files.missing')}`),
  );
}

function isFolder(folder: string): boolean {
  try {
    return fs.statSync(folder).isDirectory();
  } catch {
    return false; // for example, a part of the path is a file
  }
}

/** Whether a file is on the disk, or listed in a lock file next to it. */
function isReadableFile(file: string): boolean {
  try {
    return ModelFiles.fromFile(file)._problem === undefined;
  } catch {
    return false;
  }
}
