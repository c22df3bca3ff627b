import * as path from 'path';
import { ModelConfig } from '../../model-config/model-config';
import { Backend } from '../values/backend';
import { layoutHintsOf } from '../files/default-files';
import { FolderFile, isOnDisk, SourceFile } from '../folder/folder-content';
import { modelFileOf } from '../rules/local-model';
import { versionsToLoad } from '../rules/version-folders';
import { ModelFiles } from '../files/model-files';
import { LOCK_FILE } from '../folder/model-lock';
import { readSidecar } from '../engine/engine-sidecar';
import { OnnxTensor, readOnnxGraph } from '../folder/readers/onnx-graph';
import { Json } from '../values/render';

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

/** The maximum batch size that a model file allows. */
export interface InferredBatchSize {
  /** Undefined if the file does not say it. */
  readonly maxBatchSize?: number;
  /** Why the model has this batch size, or why it is unknown. */
  readonly reason: string;
  /** Whether the model file is only listed in a lock file. */
  readonly isAbsent?: boolean;
}

/**
 * The maximum batch size of a model: the largest batch that Triton uses by default if the first dimension of every tensor is open in all
 * versions that are loaded, otherwise 0.
 */
export function inferBatchSize(config: ModelConfig, backend: Backend, files: ModelFiles): InferredBatchSize {
  const sizes = files._builds
    ? [batchSizeOf(files._builds.graph, 'the ONNX file of the engine cannot be read')]
    : versionFilesOf(config, backend, files).map((file) => batchSizeOfFile(file, backend));
  const unknown = sizes.find(({ maxBatchSize }) => maxBatchSize === undefined);
  if (unknown) return unknown;
  const [smallest] = sizes.sort((a, b) => Number(a.maxBatchSize) - Number(b.maxBatchSize));
  return smallest ?? { reason: 'there is no model file' };
}

function batchSizeOfFile(file: FolderFile, backend: Backend): InferredBatchSize {
  if (!hasReader(backend)) return { reason: `the tensors of a ${backend.name} model are not read` };
  if (!isReadable(file, backend)) return { reason: `${file.path} is only listed in ${LOCK_FILE}`, isAbsent: true };
  const name = path.basename(file.source);
  return batchSizeOf(
    TENSOR_READERS[backend.name](file.source),
    backend.name === Backend.TENSORRT.name ? `${name}.json does not contain its tensors` : `${name} cannot be read`,
  );
}

function batchSizeOf(tensors: ModelTensors | undefined, reasonWithoutTensors: string): InferredBatchSize {
  if (!tensors) return { reason: reasonWithoutTensors };
  const { inputs, outputs, batchLimit = DEFAULT_MAX_BATCH_SIZE } = tensors;
  const incomplete = [...inputs, ...outputs].find((tensor) => !isComplete(tensor));
  if (incomplete) {
    const problem = incomplete.dataType ? 'shape' : 'data type that Triton supports';
    return { reason: `'${incomplete.name}' has no ${problem}` };
  }
  const fixed = [...inputs, ...outputs].find(({ shape }) => shape?.[0] !== -1);
  if (fixed) return { maxBatchSize: 0, reason: `the shape of '${fixed.name}' is [${fixed.shape?.join(', ')}]` };
  if (inputs.length + outputs.length === 0) return { maxBatchSize: 0, reason: 'the model has no tensors' };
  return batchLimit < DEFAULT_MAX_BATCH_SIZE
    ? { maxBatchSize: batchLimit, reason: 'the largest batch of the engine' }
    : {
        maxBatchSize: DEFAULT_MAX_BATCH_SIZE,
        reason: "the first dimension of every tensor is open; the value is Triton's default",
      };
}

/**
 * The maximum batch size of a model with these shapes, which include the batch dimension. If the first dimension of one tensor is fixed, the
 * model may not accept batches.
 */
export function maxBatchSizeOfShapes(shapes: readonly number[][]): number {
  return shapes.length > 0 && shapes.every(([first]) => first === -1) ? DEFAULT_MAX_BATCH_SIZE : 0;
}

function findTensors(config: ModelConfig, backend: Backend, files: ModelFiles): ModelTensors | undefined {
  if (files._builds) return files._builds.graph;
  if (!hasReader(backend)) return undefined;
  const [file] = versionFilesOf(config, backend, files);
  return file && isReadable(file, backend) ? TENSOR_READERS[backend.name](file.source) : undefined;
}

/** The model files of the loaded versions, beginning with the newest version. */
function versionFilesOf(config: ModelConfig, backend: Backend, files: ModelFiles): FolderFile[] {
  const hints = layoutHintsOf(config, backend);
  const entries = files._entries(hints);
  const modelFileNames = [hints.defaultFileName ?? ''];
  return versionsToLoad(entries, config._document.version_policy).flatMap(
    (version) => modelFileOf({ files: entries, modelFileNames }, version) ?? [],
  );
}

function hasReader(backend: Backend): boolean {
  return Object.hasOwn(TENSOR_READERS, backend.name);
}

/** Whether the tensors can be read: from the file itself, or from the sidecar file next to an engine. */
function isReadable(file: FolderFile, { name }: Backend): file is SourceFile {
  return name === Backend.TENSORRT.name ? file.source !== undefined : isOnDisk(file);
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
