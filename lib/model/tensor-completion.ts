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

/** The maximum batch size that Triton sets for a model that accepts batches (onnxruntime_backend, default-max-batch-size). */
const DEFAULT_MAX_BATCH_SIZE = 4;

/**
 * Adds missing inputs and outputs of an ONNX model or a TensorRT engine to the configuration, for the smoke test and generated warmups. The
 * server adds the same tensors, but also changes `max_batch_size`. The tensors of an engine are read from the ONNX file that the engine is
 * built from, or from the sidecar file (`<engine>.json`) of an existing engine.
 */
export function completeTensors(config: ModelConfig, backend: Backend, files: ModelFiles): ModelConfig {
  const { input, output, max_batch_size: maxBatchSize } = config._document;
  const missing = { input: input.length === 0, output: output.length === 0 };
  if (!(missing.input || missing.output) || files._location || files._problem) return config;
  const tensorsInFile = findTensors(config, backend, files);
  if (!tensorsInFile || ![...tensorsInFile.inputs, ...tensorsInFile.outputs].every(isComplete)) return config;
  const render = (tensors: OnnxTensor[]): Json[] => tensors.map((tensor) => renderTensor(tensor, maxBatchSize > 0));
  return config.merge(
    ModelConfig.fromJson({
      ...(missing.input && { input: render(tensorsInFile.inputs) }),
      ...(missing.output && { output: render(tensorsInFile.outputs) }),
    }),
  );
}

/** The tensors of a model file. Shapes include the batch dimension. */
interface ModelTensors {
  readonly inputs: OnnxTensor[];
  readonly outputs: OnnxTensor[];
  /** The largest batch size of an engine. Undefined if the file has no limit. */
  readonly batchLimit?: number;
}

/**
 * The maximum batch size of a model file: the largest batch that Triton uses by default if the first dimension of every tensor is open,
 * otherwise 0. Undefined if the tensors cannot be read.
 */
export function inferMaxBatchSize(config: ModelConfig, backend: Backend, files: ModelFiles): number | undefined {
  const { inputs, outputs, batchLimit = DEFAULT_MAX_BATCH_SIZE } = findTensors(config, backend, files) ?? {};
  if (!inputs || !outputs || ![...inputs, ...outputs].every(isComplete)) return undefined;
  return acceptsBatches([...inputs, ...outputs]) ? Math.min(DEFAULT_MAX_BATCH_SIZE, batchLimit) : 0;
}

/** The maximum batch size of a model with these shapes, which include the batch dimension. */
export function maxBatchSizeOfShapes(tensors: readonly { readonly shape?: number[] }[]): number {
  return acceptsBatches(tensors) ? DEFAULT_MAX_BATCH_SIZE : 0;
}

/** Whether the first dimension of every tensor is open. If it is fixed for one tensor, the model may not accept batches. */
function acceptsBatches(tensors: readonly { readonly shape?: number[] }[]): boolean {
  return tensors.length > 0 && tensors.every(({ shape }) => shape?.[0] === -1);
}

function findTensors(config: ModelConfig, backend: Backend, files: ModelFiles): ModelTensors | undefined {
  if (files._engine) return files._engine.graph;
  const read = TENSOR_READERS[backend.name];
  if (!read) return undefined;
  const hints = layoutHintsOf(config, backend);
  const entries = files._entries(hints);
  const [newestVersion] = versionsToLoad(entries, config._document.version_policy);
  const file = modelFileOf({ files: entries, modelFileNames: [hints.defaultFileName ?? ''] }, newestVersion);
  return file && isOnDisk(file) ? read(file.source) : undefined;
}

const TENSOR_READERS: { [backend: string]: (file: string) => ModelTensors | undefined } = {
  [Backend.ONNXRUNTIME.name]: (file) => {
    try {
      return readOnnxGraph(file);
    } catch {
      return undefined; // the validation reports the error
    }
  },
  [Backend.TENSORRT.name]: (engine) => {
    const { inputs, outputs, profiles = [] } = readSidecar(engine) ?? {};
    const batchLimits = profiles.map((profile) => Math.min(...Object.values(profile).map(({ max }) => max[0])));
    const batchLimit = batchLimits.length > 0 ? Math.max(...batchLimits) : undefined;
    return inputs && outputs && { inputs, outputs, batchLimit };
  },
};

function isComplete({ dataType, shape }: OnnxTensor): boolean {
  return dataType !== undefined && shape !== undefined;
}

/** Renders a tensor. If the batch dimension is the only dimension, the shape of the tensor is `[1]`, with a reshape to a scalar. */
function renderTensor({ name, dataType, shape = [] }: OnnxTensor, hasBatchDimension: boolean): Json {
  const dims = hasBatchDimension ? shape.slice(1) : shape;
  const isScalar = dims.length === 0;
  return {
    name,
    data_type: dataType?.name,
    dims: isScalar ? [1] : dims,
    ...(isScalar && hasBatchDimension && { reshape: { shape: [] } }),
  };
}
