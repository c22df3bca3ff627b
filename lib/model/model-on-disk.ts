import * as fs from 'fs';
import * as path from 'path';
import { inLanguageOfApp } from '../findings/in-language-of-app';
import { rulePage } from '../findings/rule-page';
import { withoutTokens } from '../findings/unresolved-values';
import { ModelConfig } from '../model-config';
import { Backend } from './backend';
import { backendOf } from './default-files';
import { findModelFile } from './find-model-file';
import { ModelExample } from './model-example';
import { MODEL_FIELDS } from './model-fields';
import { ModelFiles } from './model-files';
import { ModelReading } from './model-reading';
import { renderFields } from './field-table';
import { inferMaxBatchSize } from './tensor-completion';
import { ModelProperties } from './triton-model-options';
import { isVersionFolder } from './version-folder';

/** A model that was read from a file or a folder. */
export type ExistingModel = Omit<ModelProperties, 'ensemble' | 'warmup'>;

/** The properties that the user sets, which are therefore not inferred. */
export type UserProperties = Partial<ModelProperties>;

/**
 * Reads a model from its folder: a folder of a model repository, or a folder with a model file. If the folder contains a config.pbtxt,
 * nothing but the examples is inferred.
 */
export function readModelFolder(folder: string, userProperties: UserProperties = {}): ExistingModel {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(
      inLanguageOfApp(
        `TritonModel.fromDirectory: got ${withoutTokens(folder)}; allowed: an existing model folder ${rulePage('files.missing')}`,
      ),
    );
  }
  const root = path.resolve(folder);
  const files = ModelFiles.fromDirectory(root);
  const examples = userProperties.examples ? [] : examplesNextTo(root);
  if (!fs.existsSync(path.join(root, 'config.pbtxt')))
    return inferModel({ name: path.basename(root), path: folder, files, examples }, userProperties);
  const config = ModelConfig.fromDirectory(root);
  const name = config._document.name || path.basename(root);
  const backend = backendOf(config, candidateFileNames(files));
  if (backend.platform === 'ensemble') return { name, backend, config, examples };
  const reading = { path: folder, tensors: false, exampleCount: examples.length };
  return { name, backend, config, files: ModelFiles._ofModel(files, reading), examples };
}

/** Reads a model from its file. A file in a version folder, such as `bert/1/model.onnx`, is part of a model folder. */
export function readModelFile(file: string, userProperties: UserProperties = {}): ExistingModel {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  // A file that only a lock file lists is not on the disk.
  if (stat ? !stat.isFile() : ModelFiles.fromFile(file)._problem !== undefined) {
    throw new Error(
      inLanguageOfApp(
        `TritonModel.fromFile: got ${withoutTokens(file)}; allowed: an existing model file; for a folder use TritonModel.fromDirectory ${rulePage('files.missing')}`,
      ),
    );
  }
  const source = path.resolve(file);
  const fileName = path.basename(source);
  const parent = path.dirname(source);
  if (fileName === 'config.pbtxt') return readModelFolder(parent, userProperties);
  if (isVersionFolder(path.basename(parent))) {
    if (!userProperties.versionPolicy) requireNewestVersion(file, path.basename(parent), filesIn(path.dirname(parent)));
    return readModelFolder(path.dirname(parent), userProperties);
  }
  if (!userProperties.backend && !findModelFile([fileName])) {
    throw new Error(
      inLanguageOfApp(
        `TritonModel.fromFile: got ${withoutTokens(file)}, whose name does not determine the backend; allowed: .onnx, .pt, .plan, model.py and others, or any file with backend ${rulePage('backend.required')}`,
      ),
    );
  }
  if (path.extname(fileName) === '.xml') {
    const weights = `${path.basename(fileName, '.xml')}.bin`;
    throw new Error(
      inLanguageOfApp(
        `TritonModel.fromFile: got ${withoutTokens(file)}; an OpenVINO model also needs ${weights}: put only these two files in a folder, and use TritonModel.fromDirectory ${rulePage('repo.default-file')}`,
      ),
    );
  }
  const name = path.basename(fileName, path.extname(fileName));
  const examples = userProperties.examples ? [] : examplesNextTo(path.join(parent, name));
  return inferModel({ name, path: file, files: ModelFiles.fromFile(source), examples }, userProperties);
}

/** @throws if Triton would load a different version than the one in the path of the file */
function requireNewestVersion(file: string, version: string, names: string[]): void {
  const newest = Math.max(...names.filter(isVersionFolder).map(Number));
  if (Number(version) === newest) return;
  throw new Error(
    inLanguageOfApp(
      `TritonModel.fromFile: got ${withoutTokens(file)}, but Triton loads version ${newest}, the newest one; set versionPolicy, or use TritonModel.fromDirectory ${rulePage('repo.default-file')}`,
    ),
  );
}

/** The backend of files, for a model whose `backend` is not set. Undefined if the files do not determine it. */
export function inferBackend(files: ModelFiles | undefined, config = ModelConfig.fromText('')): Backend | undefined {
  if (files?._engine) return Backend.TENSORRT;
  const names = files && !files._location && !files._problem ? candidateFileNames(files) : [];
  const backend = backendOf(config, names);
  return backend.name === '' && backend.platform === undefined ? findModelFile(names)?.backend : backend;
}

interface FoundModel {
  readonly name: string;
  readonly path: string;
  readonly files: ModelFiles;
  readonly examples: ModelExample[];
}

/** Infers the properties of a model without a config.pbtxt, except for the properties that the user sets. */
function inferModel(
  { name, path: modelPath, files, examples }: FoundModel,
  userProperties: UserProperties,
): ExistingModel {
  const isFolder = files._content !== undefined;
  const found = findModelFile(candidateFileNames(files));
  const backend = userProperties.backend ?? found?.backend ?? Backend.of('');
  // A single file gets the name that the backend loads. Files of a folder keep their names.
  const isRenamed =
    isFolder && !userProperties.backend && found && found.name !== backend.defaultFileName && !found.parameters;
  const model: ExistingModel = {
    name,
    backend,
    files,
    ...(isRenamed && { defaultModelFilename: found.name }),
    ...(found?.parameters && !userProperties.backend && { parameters: found.parameters }),
  };
  const areTensorsSet =
    userProperties.inputs !== undefined || userProperties.outputs !== undefined || userProperties.config !== undefined;
  // Inputs and outputs that the user sets may or may not contain a batch dimension, so then maxBatchSize must be set, too.
  const inferredSize =
    areTensorsSet || files._problem ? undefined : batchSizeOf({ ...model, ...userProperties }, backend, files);
  const maxBatchSize = userProperties.maxBatchSize === undefined ? inferredSize : undefined;
  const reading: ModelReading = {
    path: modelPath,
    backend: userProperties.backend ? undefined : found?.backend.name,
    maxBatchSize,
    tensors: inferredSize !== undefined,
    exampleCount: examples.length,
  };
  return { ...model, maxBatchSize, files: ModelFiles._ofModel(files, reading), examples };
}

/** The maximum batch size of a model; undefined if it is unknown, or a property is invalid, which the validation reports. */
function batchSizeOf(properties: UserProperties, backend: Backend, files: ModelFiles): number | undefined {
  try {
    const config = ModelConfig.fromJson(renderFields(MODEL_FIELDS, { ...properties, warmup: undefined }));
    return inferMaxBatchSize(config, backend, files);
  } catch {
    return undefined;
  }
}

/**
 * The names of the files that can be the model file: the files of the first version folder or, without version folders, of the folder that
 * becomes version 1.
 */
function candidateFileNames(files: ModelFiles): string[] {
  if (!files._content) return [path.basename(files._source)];
  const paths = files._content.files.map((file) => file.path.split('/'));
  if (!files._versioned) return paths.map(([name]) => name);
  const [first] = files._content.folders;
  return paths.filter(([folder]) => folder === first).map(([, name]) => name);
}

/** Reads the examples next to a model: `bert.example.json` or `bert.long.example.json` for `bert.onnx` or the folder `bert`. */
function examplesNextTo(model: string): ModelExample[] {
  const [folder, name] = [path.dirname(model), path.basename(model)];
  const isExample = (file: string): boolean => file.startsWith(`${name}.`) && file.endsWith('.example.json');
  return filesIn(folder)
    .filter(isExample)
    .sort()
    .map((file) => ModelExample.fromFile(path.join(folder, file)));
}

/** The names in a folder; empty if only the model inside the folder may be read. */
function filesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}
