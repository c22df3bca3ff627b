import { DataType } from '../../lib/model/values/data-type';
import { ForwardSignature } from '../../lib/model/folder/readers/torchscript';

/** An input or output of a model file. The shape includes the batch dimension; -1 is an open dimension (of any size). */
export interface FileTensor {
  readonly name: string;
  readonly dataType: DataType;
  readonly shape: number[];
}

export interface FileTensors {
  readonly inputs: FileTensor[];
  readonly outputs: FileTensor[];
}

/** An example of `--tensors`. */
export const TENSORS_EXAMPLE = 'FP32[-1,3,224,224] -> FP32[-1,1000]';

/**
 * Parses `image=FP32[-1,3,224,224] -> OUTPUT__0=FP32[-1,1000]`. Without names, inputs are named after the arguments of `forward`, and
 * outputs are named `OUTPUT__<n>`, which Triton maps to the results of a TorchScript model.
 *
 * @throws with the expected format if the text is invalid
 */
export function parseTensors(text: string, signature?: ForwardSignature): FileTensors {
  const sides = text.split('->').map(splitTensors);
  if (sides.length !== 2) throw invalidTensorsError(text);
  const [inputs, outputs] = sides;
  const argumentNames = signature?.arguments.map(({ name }) => name) ?? [];
  return {
    inputs: inputs.map((each, index) => parseTensor(each, argumentNames[index] ?? `INPUT__${index}`)),
    outputs: outputs.map((each, index) => parseTensor(each, `OUTPUT__${index}`)),
  };
}

/** Splits the text at the commas that follow a bracket. */
function splitTensors(text: string): string[] {
  return text.split(/(?<=\]) *,/).map((each) => each.trim());
}

function parseTensor(text: string, defaultName: string): FileTensor {
  const [, name = defaultName, type, dims] = /^(?:([\w.:/-]+)=)?(\w+)\[([-\d, ]*)\]$/.exec(text) ?? [];
  if (type === undefined) throw invalidTensorsError(text);
  const dataType = type === 'BYTES' ? DataType.STRING : DataType.of(`TYPE_${type.toUpperCase()}`);
  const shape = dims.trim() === '' ? [] : dims.split(',').map(Number);
  const isKnownType = dataType === DataType.STRING || dataType.byteSize !== undefined;
  if (!isKnownType || !shape.every((dim) => Number.isInteger(dim) && (dim > 0 || dim === -1))) {
    throw invalidTensorsError(text);
  }
  return { name, dataType, shape };
}

function invalidTensorsError(text: string): Error {
  return new Error(
    `--tensors: got '${text}'; allowed: inputs -> outputs, each with type and shape, -1 for an open dimension, such as '${TENSORS_EXAMPLE}'`,
  );
}
