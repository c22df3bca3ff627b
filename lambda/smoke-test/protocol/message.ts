import { elementsOf, Tensor } from '../test-plan';
import { Elements, elementSize, fromBytes, isFloat, toBytes } from './elements';
import { parseTritonJson } from './json';

/** KServe v2 in JSON. */
export const JSON_TYPE = 'application/json';

/** KServe v2 with the tensors' bytes behind the JSON, as Triton takes it on SageMaker. */
const BINARY_TYPE = 'application/vnd.sagemaker-triton.binary+json';

/** Tensors of this alignment can be read where they lie. */
const ALIGNMENT = 8;

/** A body and what it is. */
export interface Message {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** A tensor with its elements. */
export interface FilledTensor extends Omit<Tensor, 'data' | 'base64'> {
  readonly elements: Elements;
}

/** What of a request is carried over into the binary form. */
interface Request {
  readonly parameters?: object;
  readonly outputs?: { readonly name: string; readonly parameters?: object }[];
}

/** A request in Triton's binary form: every input in one copy, every output asked for in the same form. */
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

/**
 * The outputs of an answer in either form.
 *
 * @throws Error that says what came instead of an inference answer
 */
export function readAnswer({ contentType, body }: Message): FilledTensor[] {
  const headerSize = /json-header-size=(\d+)/.exec(contentType)?.[1];
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const json = headerSize === undefined ? buffer : buffer.subarray(0, Number(headerSize));
  const outputs = outputsOf(json.toString('utf8'));
  if (!outputs) {
    const form = contentType || 'no content type';
    throw new Error(`${body.byteLength} bytes of ${form} came that are no inference answer: cut, or not JSON`);
  }
  if (headerSize === undefined) return outputs.map((output) => ({ ...output, elements: flatten(output.data) }));
  const expected = outputs.reduce((sum, output) => sum + binarySize(output), json.length);
  if (Number(headerSize) !== json.length || expected !== buffer.length) {
    throw new Error(`${buffer.length} bytes came, expected ${expected}: the answer is cut`);
  }
  let offset = json.length;
  return outputs.map((output) => {
    if (output.parameters?.binary_data_size === undefined) return { ...output, elements: flatten(output.data) };
    const tail = buffer.subarray(offset, (offset += binarySize(output)));
    return { ...output, elements: readTail(output, tail) };
  });
}

/** How JSON has the numbers that it has no words for. */
const NOT_FINITE: readonly unknown[] = ['NaN', 'Infinity', '-Infinity'];

/** The elements of a tensor from a user's files or examples. */
export function elementsFrom({ datatype, data, base64 }: Pick<Tensor, 'datatype' | 'data' | 'base64'>): Elements {
  if (base64 !== undefined) return fromBytes(Buffer.from(base64, 'base64'), datatype);
  const elements = flatten(data);
  return isFloat(datatype) ? elements.map((each) => (NOT_FINITE.includes(each) ? Number(each) : each)) : elements;
}

function readTail({ name, datatype, shape }: Tensor, tail: Uint8Array): Elements {
  const size = elementSize(datatype);
  if (size !== undefined && tail.byteLength !== size * elementsOf(shape)) {
    throw new Error(
      `output ${name} has ${tail.byteLength} bytes, but ${elementsOf(shape)} elements of ${datatype} are ${size * elementsOf(shape)}`,
    );
  }
  return fromBytes(tail, datatype);
}

/** Requests and answers may nest their elements as the shape does. */
export function flatten(data: unknown[] = []): unknown[] {
  return data.some(Array.isArray) ? data.flat(Infinity) : data;
}

function outputsOf(json: string): Tensor[] | undefined {
  try {
    const { outputs } = parseTritonJson(json) as { outputs?: Tensor[] };
    return Array.isArray(outputs) && outputs.every((output) => Array.isArray(output?.shape)) ? outputs : undefined;
  } catch {
    return undefined;
  }
}

function binarySize({ parameters }: Tensor): number {
  return Number(parameters?.binary_data_size ?? 0);
}
