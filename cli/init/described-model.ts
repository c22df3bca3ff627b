import { Severity } from '../../lib/findings/finding';
import { Backend } from '../../lib/model/backend';
import { readForwardSignature } from '../../lib/model/readers/torchscript';
import { readOnnxGraph } from '../../lib/model/readers/onnx-graph';
import { Tensor } from '../../lib/model/tensor';
import { maxBatchSizeOfShapes } from '../../lib/model/tensor-completion';
import { TritonModel } from '../../lib/model/triton-model';
import { modelFilesOf, ModelSource } from './find-model';
import { FileTensor, FileTensors, parseTensors, TENSORS_EXAMPLE, tensorsOfGraph } from './tensors';

/** The model of the app, and where it was found. */
export interface DescribedModel {
  readonly source: ModelSource;
  readonly model: TritonModel;
}

/** Asks the user for the inputs and outputs of a TorchScript model, because its file contains neither their types nor their shapes. */
export type AskTensors = (question: string) => Promise<string>;

/**
 * Reads a model, and validates it.
 *
 * @throws if the file cannot be read, or Triton would not load the model
 */
export async function describeModel(source: ModelSource, askTensors: AskTensors): Promise<DescribedModel> {
  const model = await readModel(source, askTensors);
  const errors = model.validate().filter(({ severity }) => severity === Severity.ERROR);
  if (errors.length === 0) return { source, model };
  const list = errors.map(({ field, message }) => `\n  - ${field}: ${message}`).join('');
  throw new Error(`Triton would not load ${source.path}:${list}`);
}

async function readModel(source: ModelSource, askTensors: AskTensors): Promise<TritonModel> {
  if (source.kind === 'configured') return TritonModel.fromDirectory(source.path);
  if (source.kind === 'repository') return TritonModel.fromRepository(source.path, source.name);
  const isOnnx = source.file.endsWith('.onnx');
  const tensors = isOnnx ? readOnnx(source.file) : await readTorchScript(source.file, askTensors);
  const maxBatchSize = maxBatchSizeOfShapes([...tensors.inputs, ...tensors.outputs]);
  const toTensor = (tensor: FileTensor): Tensor => withoutBatch(tensor, maxBatchSize > 0);
  return new TritonModel({
    name: source.name,
    backend: isOnnx ? Backend.ONNXRUNTIME : Backend.PYTORCH,
    files: modelFilesOf(source),
    maxBatchSize,
    inputs: tensors.inputs.map(toTensor),
    outputs: tensors.outputs.map(toTensor),
  });
}

function readOnnx(file: string): FileTensors {
  try {
    return tensorsOfGraph(readOnnxGraph(file));
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
}

async function readTorchScript(file: string, askTensors: AskTensors): Promise<FileTensors> {
  const signature = readForwardSignature(file);
  if (!signature) throw new Error(`${file}: it is not a TorchScript file with a forward method (torch.jit.save)`);
  const argumentList = signature.arguments.map(({ name, type }) => `${name}: ${type}`).join(', ');
  const question = `Types and shapes of forward(${argumentList}), which the file does not have, such as ${TENSORS_EXAMPLE}`;
  return parseTensors(await askTensors(question), signature);
}

/** Removes the batch dimension, which config.pbtxt does not contain. A tensor without further dimensions is written as `[1]`. */
function withoutBatch({ name, dataType, shape }: FileTensor, acceptsBatches: boolean): Tensor {
  const dims = acceptsBatches ? shape.slice(1) : shape;
  return dims.length > 0
    ? Tensor.of(name, dataType, dims)
    : Tensor.of(name, dataType, [1], acceptsBatches ? { reshape: [] } : {});
}
