import { DataType } from '../../lib/model/data-type';
import { ForwardSignature } from '../../lib/model/readers/forward-signature';
import { OnnxGraph, OnnxTensor } from '../../lib/model/readers/onnx-graph';

/** An input or output as the model file has it: with the batch dimension, -1 for open dimensions. */
export interface FileTensor {
  readonly name: string;
  readonly dataType: DataType;
  readonly shape: number[];
}

export interface FileTensors {
  readonly inputs: FileTensor[];
  readonly outputs: FileTensor[];
}

/** How `--tensors` is written. */
export const TENSORS_EXAMPLE = 'FP32[-1,3,224,224] -> FP32[-1,1000]';

/** Triton's own choice for a model that takes batches (onnxruntime_backend, default-max-batch-size). */
const MAX_BATCH_SIZE = 4;

export function tensorsOfGraph({ inputs, outputs }: OnnxGraph): FileTensors {
  return { inputs: inputs.map(complete), outputs: outputs.map(complete) };
}

function complete({ name, dataType, shape }: OnnxTensor): FileTensor {
  if (dataType && shape) return { name, dataType, shape };
  const what = dataType ? 'a tensor of any rank' : 'not a tensor of a type that Triton supports';
  throw new Error(
    `'${name}' is ${what}; allowed: tensors with a known number of dimensions; export the model without it (for classifiers of skl2onnx: zipmap=False)`,
  );
}

/**
 * Reads `image=FP32[-1,3,224,224] -> OUTPUT__0=FP32[-1,1000]`. A name that is left out is that of the argument of `forward`, or
 * `OUTPUT__<n>`, by which Triton finds the results of a TorchScript model.
 *
 * @throws Error that says how the text is written
 */
export function parseTensors(text: string, signature?: ForwardSignature): FileTensors {
  const sides = text.split('->').map(splitTensors);
  if (sides.length !== 2) throw invalid(text);
  const [inputs, outputs] = sides;
  const argumentNames = signature?.arguments.map(({ name }) => name) ?? [];
  return {
    inputs: inputs.map((each, index) => parseTensor(each, argumentNames[index] ?? `INPUT__${index}`)),
    outputs: outputs.map((each, index) => parseTensor(each, `OUTPUT__${index}`)),
  };
}

/** Splits at the commas after brackets. */
function splitTensors(text: string): string[] {
  return text.split(/(?<=\]) *,/).map((each) => each.trim());
}

function parseTensor(text: string, defaultName: string): FileTensor {
  const [, name = defaultName, type, dims] = /^(?:([\w.:/-]+)=)?(\w+)\[([-\d, ]*)\]$/.exec(text) ?? [];
  if (type === undefined) throw invalid(text);
  const dataType = type === 'BYTES' ? DataType.STRING : DataType.of(`TYPE_${type.toUpperCase()}`);
  const shape = dims.trim() === '' ? [] : dims.split(',').map(Number);
  const known = dataType === DataType.STRING || dataType.byteSize !== undefined;
  if (!known || !shape.every((dim) => Number.isInteger(dim) && (dim > 0 || dim === -1))) {
    throw invalid(text);
  }
  return { name, dataType, shape };
}

function invalid(text: string): Error {
  return new Error(
    `--tensors: got '${text}'; allowed: inputs -> outputs, each with type and shape, -1 for an open dimension, such as '${TENSORS_EXAMPLE}'`,
  );
}

/** The largest batch: 0 where a tensor has no open first dimension, since then nothing says that the model takes batches. */
export function maxBatchSizeOf({ inputs, outputs }: FileTensors): number {
  return [...inputs, ...outputs].every(({ shape }) => shape[0] === -1) ? MAX_BATCH_SIZE : 0;
}
