import * as path from 'path';
import { ModelConfig } from '../../model-config';
import { Backend } from '../values/backend';
import { requireLoadedFile, requireModel } from './check-location';
import { renderFields } from '../values/field-table';
import { FoundFiles, inferFileProperties } from './file-properties';
import { findExamples } from './find-examples';
import { ModelExample } from '../values/model-example';
import { MODEL_FIELDS, propsWithOverrides } from '../definition/model-fields';
import { ModelFiles } from '../files/model-files';
import { ModelLocation } from './model-location';
import { ModelReading } from './model-reading';
import { ReadBatchSize } from '../definition/read-batch-size';
import { inferBatchSize } from './tensor-completion';
import { ModelProperties } from '../definition/triton-model-options';

/** Properties that the user sets, which are therefore not inferred. */
export type ModelOverrides = Partial<ModelProperties>;

/** A model that was read from its file or folder. */
export interface ReadModel {
  readonly properties: ModelProperties;
  readonly reading: ModelReading;
}

/**
 * Infers the properties of a model that neither its config.pbtxt nor the user sets. If the user sets `files`, the backend and the tensors are
 * inferred from these files.
 *
 * @throws if the model is not the file or version in the path, or if an example cannot be read
 */
export function readModel(location: ModelLocation, overrides: ModelOverrides): ReadModel {
  const base = { name: location.config?._document.name || location.name, config: location.config };
  const files = overrides.files ?? location.files;
  const setConfig = configOf(propsWithOverrides<ModelOverrides>(base, overrides));
  const { properties, fileName } = readFiles(location, overrides, setConfig);
  const examples = overrides.examples ? [] : readExamples(location);
  const isEnsemble = properties.backend._isEnsemble;
  const config = setConfig.merge(configOf(properties));
  const batchSize = isEnsemble ? undefined : readBatchSize(location, overrides, config, properties.backend, files);
  const { parameters } = overrides;
  return {
    properties: propsWithOverrides<ModelProperties>(
      {
        ...base,
        ...properties,
        files: isEnsemble ? undefined : files,
        maxBatchSize: batchSize?.isInferred ? batchSize.value : undefined,
        examples,
      },
      { ...overrides, parameters: parameters && { ...properties.parameters, ...parameters } },
    ),
    reading: {
      location,
      files,
      backend: overrides.backend || location.config ? undefined : properties.backend,
      parameters: properties.parameters,
      fileName: location.config ? undefined : fileName,
      batchSize,
      hasReadInputs: !location.config && setConfig._document.input.length === 0,
      hasReadOutputs: !location.config && setConfig._document.output.length === 0,
      examples,
    },
  };
}

/** Reads the backend and the model file from the files of the model or, if they replace its folder, from the files that the user sets. */
function readFiles(location: ModelLocation, overrides: ModelOverrides, config: ModelConfig): FoundFiles {
  const set = { backend: overrides.backend, config, hasConfigFile: location.config !== undefined };
  if (overrides.files && !overrides.files._location) return inferFileProperties(overrides.files, set);
  const engineNames = [...config._document.cc_model_filenames.values()];
  const fileName = engineNames.includes(location.fileName ?? '') ? undefined : location.fileName;
  if (!overrides.files) requireLoadedFile({ ...location, fileName }, config);
  const found = inferFileProperties(location.files, { ...set, fileName });
  if (!overrides.files) requireModel(location, found.properties.backend);
  return found;
}

/** The configuration that properties set. If a property is invalid, which the validation reports, only the property `config`. */
export function configOf({ config = ModelConfig.fromText(''), ...properties }: ModelOverrides): ModelConfig {
  try {
    return ModelConfig.fromJson(renderFields(MODEL_FIELDS, { ...properties, warmup: undefined })).merge(config);
  } catch {
    return config;
  }
}

/** The maximum batch size, unless the user sets it. */
function readBatchSize(
  location: ModelLocation,
  overrides: ModelOverrides,
  config: ModelConfig,
  backend: Backend,
  files: ModelFiles,
): ReadBatchSize | undefined {
  const { max_batch_size: configuredSize, input, output } = config._document;
  if (overrides.maxBatchSize !== undefined || configuredSize !== 0 || files._location || files._problem)
    return undefined;
  const { maxBatchSize, reason, isAbsent } = inferBatchSize(config, backend, files);
  if (location.config) {
    const isOpen = maxBatchSize !== undefined && maxBatchSize > 0;
    const openReason = 'config.pbtxt does not set max_batch_size, although the first dimension of every tensor is open';
    return isOpen ? { value: 0, isInferred: false, reason: openReason } : undefined;
  }
  if (input.length > 0 || output.length > 0) {
    const reasonWithTensors = 'inputs or outputs are set, and can contain the batch dimension';
    return { value: 0, isInferred: false, reason: reasonWithTensors, isAbsent };
  }
  return { value: maxBatchSize ?? 0, isInferred: maxBatchSize !== undefined, reason, isAbsent };
}

function readExamples({ files, name }: ModelLocation): ModelExample[] {
  // A model of a stranger can have links to files outside its folder, whose content would become part of the template.
  const folder = path.dirname(files._source);
  return findExamples(path.join(folder, name)).map((file) => ModelExample._fromFile(file, {}, folder));
}
