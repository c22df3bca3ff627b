import { Severity } from '../../lib/findings/finding';
import { Backend } from '../../lib/model/backend';
import { readForwardSignature } from '../../lib/model/readers/forward-signature';
import { readOnnxGraph } from '../../lib/model/readers/onnx-graph';
import { Tensor } from '../../lib/model/tensor';
import { TritonModel } from '../../lib/model/triton-model';
import { modelFilesOf, ModelPlace } from './find-model';
import { FileTensor, FileTensors, maxBatchSizeOf, parseTensors, TENSORS_EXAMPLE, tensorsOfGraph } from './tensors';

/** A model as the app will have it. */
export interface DescribedModel {
  readonly place: ModelPlace;
  readonly model: TritonModel;
}

/** Asks for the tensors of a TorchScript model, whose file has neither types nor shapes of them. */
export type AskTensors = (question: string) => Promise<string>;

/** @throws Error when the file cannot be read, or Triton would not load the model */
export async function describeModel(place: ModelPlace, askTensors: AskTensors): Promise<DescribedModel> {
  const model = await readModel(place, askTensors);
  const errors = model.validate().filter(({ severity }) => severity === Severity.ERROR);
  if (errors.length === 0) return { place, model };
  const list = errors.map(({ field, message }) => `\n  - ${field}: ${message}`).join('');
  throw new Error(`Triton would not load ${place.path}:${list}`);
}

async function readModel(place: ModelPlace, askTensors: AskTensors): Promise<TritonModel> {
  if (place.kind === 'configured') return TritonModel.fromDirectory(place.path);
  if (place.kind === 'repository') return TritonModel.fromRepository(place.path, place.name);
  const onnx = place.file.endsWith('.onnx');
  const tensors = onnx ? readOnnx(place.file) : await readTorchScript(place.file, askTensors);
  const maxBatchSize = maxBatchSizeOf(tensors);
  const toTensor = (tensor: FileTensor): Tensor => withoutBatch(tensor, maxBatchSize > 0);
  return new TritonModel({
    name: place.name,
    backend: onnx ? Backend.ONNXRUNTIME : Backend.PYTORCH,
    files: modelFilesOf(place),
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
  const given = signature.arguments.map(({ name, type }) => `${name}: ${type}`).join(', ');
  const question = `Types and shapes of forward(${given}), which the file does not have, such as ${TENSORS_EXAMPLE}`;
  return parseTensors(await askTensors(question), signature);
}

/** Requests give the batch dimension, config.pbtxt does not; a tensor of no other dimension is written as `[1]`. */
function withoutBatch({ name, dataType, shape }: FileTensor, batches: boolean): Tensor {
  const dims = batches ? shape.slice(1) : shape;
  return dims.length > 0
    ? Tensor.of(name, dataType, dims)
    : Tensor.of(name, dataType, [1], batches ? { reshape: [] } : {});
}
