import * as fs from 'fs';
import * as path from 'path';
import { findModelFile } from '../../lib/model/find-model-file';
import { readModelFolder } from '../../lib/model/model-on-disk';
import { ModelFiles } from '../../lib/model/model-files';
import { isVersionFolder } from '../../lib/model/version-folder';
import { hasConfig } from '../check/find-models';

/** The file or folder that `--model` refers to. */
export type ModelSource =
  /** A model folder with a config.pbtxt. */
  | { readonly kind: 'configured'; readonly path: string; readonly name: string }
  | { readonly kind: 'repository'; readonly path: string; readonly name?: string }
  /** A single model file, or a folder with a model file and no config.pbtxt. */
  | { readonly kind: 'file'; readonly path: string; readonly name: string; readonly file: string };

const EXTENSIONS = ['.onnx', '.pt'];

/**
 * Finds the model at a path.
 *
 * @throws if there is no model
 */
export function findModel(modelPath: string): ModelSource {
  const file = path.resolve(modelPath);
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat) throw new Error(`--model: ${modelPath} does not exist`);
  if (!stat.isDirectory()) return sourceOfFile(file);
  if (hasConfig(file)) return configuredSource(file);
  if (subfolders(file).some((name) => hasConfig(path.join(file, name)))) return { kind: 'repository', path: file };
  const modelFile = findSingleModelFile(file);
  if (modelFile === undefined) {
    throw new Error(
      `--model: got ${modelPath}, which has no config.pbtxt and not exactly one ONNX (.onnx) or TorchScript (.pt) file; ` +
        "allowed: such a file, a model's folder, or a model repository",
    );
  }
  return { kind: 'file', path: file, name: plainName(path.basename(file)), file: modelFile };
}

function configuredSource(folder: string): ModelSource {
  return { kind: 'configured', path: folder, name: readModelFolder(folder).name };
}

/** Finds the model of a file. A file in a version folder, such as `1/model.onnx`, is part of a model folder. */
function sourceOfFile(file: string): ModelSource {
  if (path.basename(file) === 'config.pbtxt') return configuredSource(path.dirname(file));
  if (!EXTENSIONS.includes(path.extname(file))) {
    throw new Error(
      `--model: got ${file}; allowed: an ONNX file (.onnx), a TorchScript file (.pt), a model's folder with config.pbtxt, or a model repository`,
    );
  }
  const folder = path.dirname(file);
  if (!isVersionFolder(path.basename(folder))) {
    return { kind: 'file', path: file, name: plainName(path.basename(file, path.extname(file))), file };
  }
  const model = path.dirname(folder);
  return hasConfig(model)
    ? configuredSource(model)
    : { kind: 'file', path: model, name: plainName(path.basename(model)), file };
}

/**
 * Finds the model file in the newest version folder, or in the folder itself if it has no version folders. Returns undefined unless the
 * folder contains exactly one model file of a supported format.
 */
function findSingleModelFile(folder: string): string | undefined {
  const versions = subfolders(folder).filter(isVersionFolder);
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0] ?? '.';
  const found = findModelFile(fs.readdirSync(path.join(folder, newest)))?.name ?? '';
  return EXTENSIONS.includes(path.extname(found)) ? path.join(folder, newest, found) : undefined;
}

/** The model files that the app refers to: a single file, or a model folder. */
export function modelFilesOf({ path: fileOrFolder, file }: ModelSource & { kind: 'file' }): ModelFiles {
  return fileOrFolder === file ? ModelFiles.fromFile(file) : ModelFiles.fromDirectory(fileOrFolder);
}

function subfolders(folder: string): string[] {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
}

/** Converts text to a name that is valid for a model, a folder and an npm package. */
export function plainName(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^[_-]+/, '') || 'model';
}
