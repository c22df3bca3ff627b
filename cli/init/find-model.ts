import * as fs from 'fs';
import * as path from 'path';
import { Backend } from '../../lib/model/values/backend';
import { modelFilesOf } from '../../lib/model/rules/check-files';
import { findModelFolders } from '../../lib/model/reading/find-model-folders';
import { locateFile, locateFolder } from '../../lib/model/reading/model-location';
import { TritonModel } from '../../lib/model/triton-model';
import { hasConfig } from '../check/find-models';

/** The file or folder that `--model` refers to. */
export type ModelSource =
  /** A model folder with a config.pbtxt. */
  | { readonly kind: 'configured'; readonly path: string }
  | { readonly kind: 'repository'; readonly path: string; readonly name?: string }
  /** A single model file, or a folder with a model file and no config.pbtxt. */
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly isFolder: boolean;
      readonly model: TritonModel;
      /** The model file of the newest version. */
      readonly file: string;
    };

/** Backends whose models `init` describes completely. */
const BACKENDS = [Backend.ONNXRUNTIME, Backend.PYTORCH];
const EXTENSIONS = ['.onnx', '.pt'];

/**
 * Finds the model at a path, as `TritonModel.fromFile` and `TritonModel.fromDirectory` read it.
 *
 * @param name the model of a repository to serve
 * @throws if there is no model
 */
export function findModel(modelPath: string, name?: string): ModelSource {
  const file = path.resolve(modelPath);
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat) throw new Error(`--model: ${modelPath} does not exist`);
  const isFolder = stat.isDirectory();
  if (!isFolder && path.basename(file) !== 'config.pbtxt' && !EXTENSIONS.includes(path.extname(file))) {
    throw new Error(
      `--model: got ${file}; allowed: an ONNX file (.onnx), a TorchScript file (.pt), a model's folder with config.pbtxt, or a model repository`,
    );
  }
  if (isFolder && !hasConfig(file) && findModelFolders(file).some((name) => hasConfig(path.join(file, name))))
    return { kind: 'repository', path: file, name };
  if (name !== undefined) throw new Error(`--name: ${modelPath} is not a repository; --name requires a repository`);
  const location = isFolder ? locateFolder(file) : locateFile(file);
  const modelFolder = location.files._source;
  if (location.config) return { kind: 'configured', path: modelFolder };
  const overrides = { name: plainName(location.name) };
  const model = isFolder ? TritonModel.fromDirectory(file, overrides) : TritonModel.fromFile(file, overrides);
  const [modelFile] = modelFilesOf(model);
  if (BACKENDS.includes(model.backend) && modelFile) {
    const isModelFolder = location.files._content !== undefined;
    return { kind: 'file', path: modelFolder, isFolder: isModelFolder, model, file: modelFile.source };
  }
  throw new Error(
    `--model: got ${modelPath}, which has no config.pbtxt and not exactly one ONNX (.onnx) or TorchScript (.pt) file; ` +
      "allowed: such a file, a model's folder, or a model repository",
  );
}

/** Converts text to a name that is valid for a model, a folder and an npm package. */
export function plainName(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^[_-]+/, '') || 'model';
}
