import { ModelConfig } from '../model-config';
import { Backend } from './backend';
import { layoutHintsOf } from './default-files';
import { isOnDisk } from './folder-content';
import { modelFileOf } from './file-rules/local-model';
import { versionsToLoad } from './file-rules/version-folders';
import { ModelFiles } from './model-files';
import { readSidecar } from './readers/engine-sidecar';
import { OnnxTensor, readOnnxGraph } from './readers/onnx-graph';
import { Json } from './render';

/**
 * Fills in the inputs and outputs of an ONNX model or a TensorRT engine that does not tell them, as the server would, so that the smoke
 * test and generated warmups know them. Other than the server, it leaves `max_batch_size` as it is. Of an engine they are in the ONNX file
 * that it is built from, or in the file beside it that a build wrote.
 */
export function completeTensors(config: ModelConfig, backend: Backend, files: ModelFiles): ModelConfig {
  const { input, output, max_batch_size: maxBatchSize = 0 } = config._json;
  if ((input && output) || files._location || files._problem) return config;
  const known = findTensors(config, backend, files);
  if (!known || ![...known.inputs, ...known.outputs].every(isComplete)) return config;
  const missing: Json = {};
  if (!input) missing.input = known.inputs.map((tensor) => renderTensor(tensor, maxBatchSize > 0));
  if (!output) missing.output = known.outputs.map((tensor) => renderTensor(tensor, maxBatchSize > 0));
  return config.merge(ModelConfig.fromJson(missing));
}

interface KnownTensors {
  readonly inputs: OnnxTensor[];
  readonly outputs: OnnxTensor[];
}

function findTensors(config: ModelConfig, backend: Backend, files: ModelFiles): KnownTensors | undefined {
  if (files._engine) return files._engine.graph;
  const read = READERS[backend.name];
  if (!read) return undefined;
  const hints = layoutHintsOf(config, backend);
  const entries = files._entries(hints);
  const [newest] = versionsToLoad(entries, config._document.version_policy);
  const file = modelFileOf({ files: entries, modelFileNames: [hints.defaultFileName ?? ''] }, newest);
  return file && isOnDisk(file) ? read(file.source) : undefined;
}

const READERS: { [backend: string]: (file: string) => KnownTensors | undefined } = {
  [Backend.ONNXRUNTIME.name]: (file) => {
    try {
      return readOnnxGraph(file);
    } catch {
      return undefined; // the validation says why
    }
  },
  [Backend.TENSORRT.name]: (engine) => {
    const { inputs, outputs } = readSidecar(engine) ?? {};
    return inputs && outputs && { inputs, outputs };
  },
};

function isComplete({ dataType, shape }: OnnxTensor): boolean {
  return dataType !== undefined && shape !== undefined;
}

/** A tensor without dimensions but that of the batch is written as `[1]`, reshaped to none. */
function renderTensor({ name, dataType, shape = [] }: OnnxTensor, batches: boolean): Json {
  const dims = batches ? shape.slice(1) : shape;
  const scalar = dims.length === 0;
  return {
    name,
    data_type: dataType?.name,
    dims: scalar ? [1] : dims,
    ...(scalar && batches && { reshape: { shape: [] } }),
  };
}
