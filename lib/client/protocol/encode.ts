import { isUtf8 } from 'buffer';
import { isBinaryOnly, toBytes } from './elements';
import { BINARY_TYPE, FilledTensor, JSON_TYPE, Message } from './message';

/** Byte alignment of the first tensor, so that the server can read tensors without a copy. */
const ALIGNMENT = 8;

/** Everything in a request except the inputs. `binaryRequest` also adds the parameters that request outputs in the binary format. */
export interface RequestHeader {
  readonly parameters?: object;
  readonly outputs?: readonly { readonly name: string; readonly parameters?: object }[];
}

/**
 * Encodes a request as JSON.
 *
 * @throws Error with `binaryReason` if an input requires the binary format
 */
export function jsonRequest(request: RequestHeader, inputs: FilledTensor[]): Message {
  const reason = binaryReason(inputs);
  if (reason !== undefined) throw new Error(reason);
  const filled = inputs.map(({ elements, ...input }) => ({ ...input, data: Array.from(elements, toJsonValue) }));
  return { contentType: JSON_TYPE, body: Buffer.from(JSON.stringify({ ...request, inputs: filled })) };
}

/** Reason why the inputs require the binary format; undefined if JSON supports them. */
export function binaryReason(inputs: FilledTensor[]): string | undefined {
  for (const { name, datatype, elements } of inputs) {
    if (isBinaryOnly(datatype)) return `input '${name}' is ${datatype}, which requires the binary form`;
    const index = Array.prototype.findIndex.call(elements, (element) => toJsonValue(element) === undefined);
    if (index >= 0) return `input '${name}': element ${index} requires the binary form`;
  }
  return undefined;
}

/**
 * Converts an element to a JSON value; undefined for elements that JSON cannot represent: NaN, infinities, integers above 2^53, and bytes that
 * are not text.
 */
function toJsonValue(element: unknown): unknown {
  if (typeof element === 'bigint') return Number.isSafeInteger(Number(element)) ? Number(element) : undefined;
  if (typeof element === 'number') return Number.isFinite(element) ? element : undefined;
  if (element instanceof Uint8Array) return isUtf8(element) ? Buffer.from(element).toString() : undefined;
  return element;
}

/** Encodes a request in Triton's binary format, and requests the outputs in the same format. Each input is copied once. */
export function binaryRequest(request: RequestHeader, inputs: FilledTensor[]): Message {
  const binaryParts = inputs.map(({ elements, datatype }) => toBytes(elements, datatype));
  const json = JSON.stringify({
    ...request,
    // If the request has no list of outputs, this parameter requests the binary format for all outputs.
    parameters: { ...request.parameters, binary_data_output: true },
    outputs: request.outputs?.map((output) => ({ ...output, parameters: { ...output.parameters, binary_data: true } })),
    inputs: inputs.map(({ elements: _elements, ...input }, index) => ({
      ...input,
      parameters: { ...input.parameters, binary_data_size: binaryParts[index].byteLength },
    })),
  });
  const unpadded = Buffer.byteLength(json);
  const size = Math.ceil(unpadded / ALIGNMENT) * ALIGNMENT;
  const body = Buffer.allocUnsafe(binaryParts.reduce((sum, part) => sum + part.byteLength, size));
  body.write(json);
  body.fill(' ', unpadded, size);
  let offset = size;
  for (const part of binaryParts) {
    body.set(part, offset);
    offset += part.byteLength;
  }
  return { contentType: `${BINARY_TYPE};json-header-size=${size}`, body };
}
