import { Severity } from '../../lib/findings/finding';
import { Backend } from '../../lib/model/values/backend';
import { readForwardSignature } from '../../lib/model/folder/readers/torchscript';
import { Tensor } from '../../lib/model/values/tensor';
import { maxBatchSizeOfShapes } from '../../lib/model/reading/tensor-completion';
import { TritonModel } from '../../lib/model/triton-model';
import { ModelSource } from './find-model';
import { FileTensor, parseTensors, TENSORS_EXAMPLE } from './tensors';

/** The model of the app, and where it was found. */
export interface DescribedModel {
  readonly source: ModelSource;
  readonly model: TritonModel;
  /** Why the app does not use the examples next to the model; empty if it does. */
  readonly problemsOfExamples: readonly string[];
}

/**
 * Reads a model, and validates it.
 *
 * @param tensors the inputs and outputs of a TorchScript model, because its file contains neither their types nor their shapes
 * @throws if the file cannot be read, or Triton would not load the model
 */
export function describeModel(source: ModelSource, tensors?: string): DescribedModel {
  const model = readModel(source, tensors);
  const errors = model.validate().filter(({ severity }) => severity === Severity.ERROR);
  const list = errors.map(({ field, message }) => `  - ${field}: ${message}`);
  if (errors.some(({ field }) => !field.startsWith('examples[')))
    throw new Error([`Triton would not load ${source.path}:`, ...list].join('\n'));
  const isUsed = errors.length === 0;
  return { source, model: isUsed ? model : model.withOverrides({ examples: [] }), problemsOfExamples: list };
}

function readModel(source: ModelSource, tensors?: string): TritonModel {
  if (source.kind === 'configured') return TritonModel.fromDirectory(source.path);
  if (source.kind === 'repository') return TritonModel.fromRepository(source.path, source.name);
  if (source.model.backend === Backend.PYTORCH) return readTorchScript(source.model, source.file, tensors);
  const { batchSize } = source.model._reading ?? {};
  const isAnyRank = source.model.inputs.length === 0 && source.model.outputs.length === 0;
  // The validation reports a file that is not an ONNX file, and values that are not tensors.
  if (!isAnyRank || source.model.validate().length > 0) return source.model;
  throw new Error(
    `${source.file}: ${batchSize?.reason}; allowed: tensors with a known number of dimensions; export the model without it`,
  );
}

function readTorchScript(model: TritonModel, file: string, tensors?: string): TritonModel {
  const signature = readForwardSignature(file);
  if (!signature) throw new Error(`${file}: it is not a TorchScript file with a forward method (torch.jit.save)`);
  const argumentList = signature.arguments.map(({ name, type }) => `${name}: ${type}`).join(', ');
  if (tensors === undefined)
    throw new Error(
      `--tensors is missing: types and shapes of forward(${argumentList}), which the file does not have, such as ${TENSORS_EXAMPLE}`,
    );
  const { inputs, outputs } = parseTensors(tensors, signature);
  const maxBatchSize = maxBatchSizeOfShapes([...inputs, ...outputs].map(({ shape }) => shape));
  const toTensor = (tensor: FileTensor): Tensor => withoutBatch(tensor, maxBatchSize > 0);
  return model.withOverrides({ maxBatchSize, inputs: inputs.map(toTensor), outputs: outputs.map(toTensor) });
}

/** Removes the batch dimension, which config.pbtxt does not contain. A tensor without further dimensions is written as `[1]`. */
function withoutBatch({ name, dataType, shape }: FileTensor, acceptsBatches: boolean): Tensor {
  const dims = acceptsBatches ? shape.slice(1) : shape;
  return dims.length > 0
    ? Tensor.of(name, dataType, dims)
    : Tensor.of(name, dataType, [1], acceptsBatches ? { reshape: [] } : {});
}
