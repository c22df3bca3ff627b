import * as path from 'path';
import { ModelConfig } from '../../model-config';
import { Backend } from '../values/backend';
import { backendOf, defaultFileNameOf } from '../files/default-files';
import { versionsToLoad } from '../rules/version-folders';
import { findModelFile, treeModelType } from '../files/find-model-file';
import { ModelFiles } from '../files/model-files';

/** The properties of a model that its files determine. */
export interface FileProperties {
  /** A backend without a name if the files do not contain it. */
  readonly backend: Backend;
  readonly defaultModelFilename?: string;
  readonly parameters?: { [name: string]: string };
}

/** The files of a model, as far as its properties do not set them. */
export interface FoundFiles {
  readonly properties: FileProperties;
  /** The name of the model file that was found. */
  readonly fileName?: string;
}

/** What the user sets, which is not inferred. */
interface SetProperties {
  readonly backend?: Backend;
  /** All other properties, as a configuration. */
  readonly config: ModelConfig;
  /** The model file in a folder that the user names. */
  readonly fileName?: string;
  /** Whether the folder contains a config.pbtxt, which decides the name of the model file. */
  readonly hasConfigFile?: boolean;
}

/** Infers the backend of a model and the properties with which the backend finds the model file. */
export function inferFileProperties(files: ModelFiles | undefined, set: SetProperties): FoundFiles {
  if (files?._builds) return { properties: { backend: set.backend ?? files._builds.backend } };
  const { config } = set;
  const fileName = set.fileName || config._document.default_model_filename;
  const names = fileName ? [fileName] : candidateNames(files, config);
  const isFolder = files?._content !== undefined;
  // A config.pbtxt decides which file of a folder is loaded.
  const isFileOpen = fileName !== '' || !isFolder || !set.hasConfigFile;
  const found = isFileOpen ? findModelFile(names, set.backend) : undefined;
  const name = fileName || found?.name || (isFolder ? undefined : names[0]);
  const backend = set.backend ?? configuredBackend(config, names) ?? found?.backend ?? Backend.of('');
  const parameters = name === undefined ? undefined : treeParameters(name, backend, config, !isFolder);
  const completeConfig = parameters ? config.merge(parametersConfig(parameters)) : config;
  const isOtherFile = isFolder && name !== undefined && name !== defaultFileNameOf(completeConfig, backend);
  return {
    properties: { backend, ...(isOtherFile && { defaultModelFilename: name }), ...(parameters && { parameters }) },
    fileName: name,
  };
}

/**
 * The names of the files that can be the model file: the files of the newest version that is loaded or, without version folders, of the
 * folder that becomes version 1.
 */
function candidateNames(files: ModelFiles | undefined, config: ModelConfig): string[] {
  if (!files || files._location || files._problem) return [];
  if (!files._content) return [path.basename(files._source)];
  const paths = files._content.files.map((file) => file.path.split('/'));
  if (!files._versioned) return unique(paths.map(([name]) => name));
  const [newest] = versionsToLoad(files._content.files, config._document.version_policy);
  return unique(paths.filter(([folder]) => folder === newest).map(([, name]) => name));
}

/** The backend that Triton selects for the configuration and the names of the files. Undefined if it selects none. */
function configuredBackend(config: ModelConfig, names: string[]): Backend | undefined {
  const backend = backendOf(config, names);
  return backend.name === '' && backend.platform === undefined ? undefined : backend;
}

/** The parameters with which the FIL backend loads a file. */
function treeParameters(
  fileName: string,
  backend: Backend,
  config: ModelConfig,
  isSingleFile: boolean,
): FileProperties['parameters'] {
  if (backend.name !== Backend.FIL.name || config._document.parameters.has('model_type')) return undefined;
  const modelType = treeModelType(fileName, isSingleFile);
  return modelType === undefined ? undefined : { model_type: modelType };
}

function parametersConfig(parameters: { [name: string]: string }): ModelConfig {
  const entries = Object.entries(parameters).map(([name, value]) => [name, { string_value: value }]);
  return ModelConfig.fromJson({ parameters: Object.fromEntries(entries) });
}

function unique(names: string[]): string[] {
  return [...new Set(names)];
}
