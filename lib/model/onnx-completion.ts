import { ModelConfig } from '../model-config';
import { Backend } from './backend';
import { layoutHintsOf } from './default-files';
import { isOnDisk } from './folder-content';
import { modelFileOf } from './file-rules/local-model';
import { versionsToLoad } from './file-rules/version-folders';
import { ModelFiles } from './model-files';
import { OnnxGraph, OnnxTensor, readOnnxGraph } from './readers/onnx-graph';
import { Json } from './render';

/**
 * Fills in the inputs and outputs of an ONNX model, or of an engine that is built from one, that does not tell them, as the server would,
 * so that the smoke test and generated warmups know them. Other than the server, it leaves `max_batch_size` as it is.
 */
export function completeFromOnnx(config: ModelConfig, backend: Backend, files: ModelFiles): ModelConfig {
  const { input, output, max_batch_size: maxBatchSize = 0 } = config._json;
  const fromOnnx = backend.name === Backend.ONNXRUNTIME.name || files._engine !== undefined;
  if (!fromOnnx || (input && output) || files._location || files._problem) return config;
  const graph = findGraph(config, backend, files);
  if (!graph || ![...graph.inputs, ...graph.outputs].every(isComplete)) return config;
  const missing: Json = {};
  if (!input) missing.input = graph.inputs.map((tensor) => renderTensor(tensor, maxBatchSize > 0));
  if (!output) missing.output = graph.outputs.map((tensor) => renderTensor(tensor, maxBatchSize > 0));
  return config.merge(ModelConfig.fromJson(missing));
}

function findGraph(config: ModelConfig, backend: Backend, files: ModelFiles): OnnxGraph | undefined {
  if (files._engine) return files._engine.graph;
  const hints = layoutHintsOf(config, backend);
  const entries = files._entries(hints);
  const [newest] = versionsToLoad(entries, config._document.version_policy);
  const file = modelFileOf({ files: entries, modelFileNames: [hints.defaultFileName ?? ''] }, newest);
  try {
    return file && isOnDisk(file) ? readOnnxGraph(file.source) : undefined;
  } catch {
    return undefined; // the validation says why
  }
}

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
