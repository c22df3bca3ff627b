import { toBytes } from './elements';
import { BINARY_TYPE, FilledTensor, JSON_TYPE, Message } from './message';

/** Tensors of this alignment can be read without a copy. */
const ALIGNMENT = 8;

/** What of a request is carried over from one form into another. */
interface Request {
  readonly parameters?: object;
  readonly outputs?: readonly { readonly name: string; readonly parameters?: object }[];
}

/** A request in JSON. */
export function jsonRequest(request: Request, inputs: FilledTensor[]): Message {
  const filled = inputs.map(({ elements, ...input }) => ({ ...input, data: Array.from(elements) }));
  return { contentType: JSON_TYPE, body: Buffer.from(JSON.stringify({ ...request, inputs: filled })) };
}

/** A request in Triton's binary form: each input is copied once, and each output is requested in the same form. */
export function binaryRequest(request: Request, inputs: FilledTensor[]): Message {
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
