import { elementSize, Elements, fromBytes } from './elements';
import { RequestHeader } from './encode';
import { parseTritonJson } from './json';
import { FilledTensor, flatten, formOf, Message } from './message';
import { elementsOf, Tensor } from './tensor';

/**
 * The outputs of a response in either form.
 *
 * @throws Error that says what arrived instead of an inference response
 */
export function readResponse(message: Message): FilledTensor[] {
  return readBody(message, 'outputs', 'response').tensors;
}

/**
 * A request in either form, without the parameters that belong to the binary one, and its inputs.
 *
 * @throws Error that says what it is instead of an inference request
 */
export function readRequest(message: Message): { readonly request: RequestHeader; readonly inputs: FilledTensor[] } {
  const { json, tensors } = readBody(message, 'inputs', 'request');
  const { inputs: _inputs, outputs, ...request } = json as RequestHeader & { readonly inputs: unknown };
  return {
    request: { ...withoutBinary(request), ...(outputs && { outputs: outputs.map(withoutBinary) }) },
    inputs: tensors.map(withoutBinary),
  };
}

const BINARY_PARAMETERS = ['binary_data', 'binary_data_size', 'binary_data_output'];

function withoutBinary<T extends { readonly parameters?: object }>({ parameters = {}, ...others }: T): T {
  const kept = Object.entries(parameters).filter(([name]) => !BINARY_PARAMETERS.includes(name));
  return { ...others, ...(kept.length > 0 && { parameters: Object.fromEntries(kept) }) } as T;
}

function readBody(
  { contentType, body }: Message,
  side: 'inputs' | 'outputs',
  kind: string,
): { json: object; tensors: FilledTensor[] } {
  const headerSize = /json-header-size=(\d+)/.exec(contentType)?.[1];
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const header = headerSize === undefined ? buffer : buffer.subarray(0, Number(headerSize));
  const json = parse(header.toString('utf8'));
  const tensors = json?.[side];
  if (!json || !isTensors(tensors)) {
    throw new Error(
      `${body.byteLength} bytes of ${formOf(contentType)} are not an inference ${kind}: they are truncated, or not JSON`,
    );
  }
  if (headerSize === undefined) {
    return { json, tensors: tensors.map(({ data, ...tensor }) => ({ ...tensor, elements: flatten(data) })) };
  }
  const expected = tensors.reduce((sum, tensor) => sum + binarySize(tensor), header.length);
  if (Number(headerSize) !== header.length || expected !== buffer.length) {
    throw new Error(`the ${kind} is truncated: it has ${buffer.length} bytes, expected ${expected}`);
  }
  let offset = header.length;
  const read = ({ data, ...tensor }: Tensor, index: number): FilledTensor => {
    if (tensor.parameters?.binary_data_size === undefined) return { ...tensor, elements: flatten(data) };
    const tail = buffer.subarray(offset, (offset += binarySize(tensor)));
    return { ...tensor, elements: readTail(tensor, tail, side, index) };
  };
  return { json, tensors: tensors.map(read) };
}

function readTail({ datatype, shape }: Tensor, tail: Uint8Array, side: string, index: number): Elements {
  const size = elementSize(datatype);
  if (size !== undefined && tail.byteLength !== size * elementsOf(shape)) {
    throw new Error(
      `${side}[${index}] has ${tail.byteLength} bytes, but ${elementsOf(shape)} elements of ${datatype} are ${size * elementsOf(shape)}`,
    );
  }
  return fromBytes(tail, datatype);
}

function parse(json: string): { inputs?: unknown; outputs?: unknown } | undefined {
  try {
    return parseTritonJson(json) as object;
  } catch {
    return undefined;
  }
}

function isTensors(value: unknown): value is Tensor[] {
  return Array.isArray(value) && value.every((each) => Array.isArray(each?.shape));
}

function binarySize({ parameters }: Tensor): number {
  return Number(parameters?.binary_data_size ?? 0);
}
