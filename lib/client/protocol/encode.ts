import { isUtf8 } from 'buffer';
import { isBinaryOnly, toBytes } from './elements';
import { BINARY_TYPE, FilledTensor, JSON_TYPE, Message } from './message';

/** Tensors of this alignment can be read without a copy. */
const ALIGNMENT = 8;

/** What of a request is carried over from one form into another. */
export interface RequestHeader {
  readonly parameters?: object;
  readonly outputs?: readonly { readonly name: string; readonly parameters?: object }[];
}

/**
 * A request in JSON.
 *
 * @throws Error when an input requires the binary form, as `binaryReason` says
 */
export function jsonRequest(request: RequestHeader, inputs: FilledTensor[]): Message {
  const reason = binaryReason(inputs);
  if (reason !== undefined) throw new Error(reason);
  const filled = inputs.map(({ elements, ...input }) => ({ ...input, data: Array.from(elements, jsonValue) }));
  return { contentType: JSON_TYPE, body: Buffer.from(JSON.stringify({ ...request, inputs: filled })) };
}

/** Why a request with these inputs has no form in JSON, in words; undefined when it has one. */
export function binaryReason(inputs: FilledTensor[]): string | undefined {
  for (const { name, datatype, elements } of inputs) {
    if (isBinaryOnly(datatype)) return `input '${name}' is ${datatype}, which requires the binary form`;
    const index = Array.prototype.findIndex.call(elements, (element) => jsonValue(element) === undefined);
    if (index >= 0) return `input '${name}': element ${index} requires the binary form`;
  }
  return undefined;
}

/** An element in JSON; undefined for what JSON would change: NaN, infinities, integers beyond 2^53, and bytes that are not text. */
function jsonValue(element: unknown): unknown {
  if (typeof element === 'bigint') return Number.isSafeInteger(Number(element)) ? Number(element) : undefined;
  if (typeof element === 'number') return Number.isFinite(element) ? element : undefined;
  if (element instanceof Uint8Array) return isUtf8(element) ? Buffer.from(element).toString() : undefined;
  return element;
}

/** A request in Triton's binary form: each input is copied once, and each output is requested in the same form. */
export function binaryRequest(request: RequestHeader, inputs: FilledTensor[]): Message {
  const tails = inputs.map(({ elements, datatype }) => toBytes(elements, datatype));
  const json = JSON.stringify({
    ...request,
    // The parameter of the request is for requests that name no outputs.
    parameters: { ...request.parameters, binary_data_output: true },
    outputs: request.outputs?.map((output) => ({ ...output, parameters: { ...output.parameters, binary_data: true } })),
    inputs: inputs.map(({ elements: _elements, ...input }, index) => ({
      ...input,
      parameters: { ...input.parameters, binary_data_size: tails[index].byteLength },
    })),
  });
  const unpadded = Buffer.byteLength(json);
  const size = Math.ceil(unpadded / ALIGNMENT) * ALIGNMENT;
  const body = Buffer.allocUnsafe(tails.reduce((sum, tail) => sum + tail.byteLength, size));
  body.write(json);
  body.fill(' ', unpadded, size);
  let offset = size;
  for (const tail of tails) {
    body.set(tail, offset);
    offset += tail.byteLength;
  }
  return { contentType: `${BINARY_TYPE};json-header-size=${size}`, body };
}
