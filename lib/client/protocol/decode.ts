import { elementSize, fromBytes } from './elements';
import { RequestHeader } from './encode';
import { parseTritonJson } from './json';
import { BINARY_TYPE, FilledTensor, flatten, formOf, Message } from './message';
import { checkOptional, kindOf, readOutput } from './read-output';
import { elementsOf, Tensor } from './tensor';

/** A response of KServe v2. */
export interface InferenceResponse {
  /** The model that responded. Triton sends it, but the examples in the specifications of KServe v2 and of Triton's extensions omit it. */
  readonly modelName?: string;
  /** Their names differ. */
  readonly outputs: FilledTensor[];
}

/** The JSON of a body, and the bytes behind it in the binary form. */
interface Parts {
  readonly json: Record<string, unknown>;
  readonly cut: (size: number) => Uint8Array;
  /** @throws Error when bytes are left */
  readonly end: () => void;
}

/**
 * A response in either form.
 *
 * @throws Error that says what is wrong with it, without names, texts and values of the response
 */
export function readResponse(message: Message): InferenceResponse {
  const { json, cut, end } = split(message, 'response');
  const { outputs, model_name: modelName, model_version: version, id, parameters } = json;
  if (Object.hasOwn(json, 'error')) throw notA('response', message, 'they contain the key `error`');
  if (!Array.isArray(outputs)) throw notA('response', message, `outputs is ${kindOf(outputs)}; allowed: an array`);
  checkOptional(modelName, 'string', 'model_name');
  checkOptional(version, 'string', 'model_version');
  checkOptional(id, 'string', 'id');
  checkOptional(parameters, 'object', 'parameters');
  const filled = outputs.map((output, index) => readOutput(output, `outputs[${index}]`, cut));
  end();
  const places = new Map<string, number>();
  for (const [index, { name }] of filled.entries()) {
    const first = places.get(name);
    if (first !== undefined) throw new Error(`outputs[${index}] has the same name as outputs[${first}]`);
    places.set(name, index);
  }
  return { modelName: modelName as string | undefined, outputs: filled };
}

/**
 * A request in either form, without the parameters that belong to the binary one, and its inputs.
 *
 * @throws Error that says what it is instead of an inference request
 */
export function readRequest(message: Message): { readonly request: RequestHeader; readonly inputs: FilledTensor[] } {
  const { json, cut, end } = split(message, 'request');
  const { inputs, outputs, ...request } = json as RequestHeader & { readonly inputs?: unknown };
  if (!isTensors(inputs)) throw notA('request', message, `inputs is ${kindOf(inputs)}; allowed: tensors`);
  const filled = inputs.map(({ data, ...input }): FilledTensor => {
    const { binary_data_size: size } = input.parameters ?? {};
    if (size === undefined) return { ...input, elements: flatten(data) };
    const expected = (elementSize(input.datatype) ?? NaN) * elementsOf(input.shape);
    if (input.datatype !== 'BYTES' && size !== expected) {
      throw new Error(
        `input ${input.name} has ${Number(size)} bytes, but ${elementsOf(input.shape)} elements of ${input.datatype} are ${expected}`,
      );
    }
    return { ...input, elements: fromBytes(cut(Number(size)), input.datatype) };
  });
  end();
  return {
    request: { ...withoutBinary(request), ...(outputs && { outputs: outputs.map(withoutBinary) }) },
    inputs: filled.map(withoutBinary),
  };
}

const BINARY_PARAMETERS = ['binary_data', 'binary_data_size', 'binary_data_output'];

function withoutBinary<T extends { readonly parameters?: object }>({ parameters = {}, ...others }: T): T {
  const kept = Object.entries(parameters).filter(([name]) => !BINARY_PARAMETERS.includes(name));
  return { ...others, ...(kept.length > 0 && { parameters: Object.fromEntries(kept) }) } as T;
}

function split(message: Message, kind: 'request' | 'response'): Parts {
  const { body } = message;
  const headerSize = headerSizeOf(message, kind);
  if (headerSize > body.length)
    throw new Error(`the ${kind} is truncated: it has ${body.length} bytes, expected at least ${headerSize}`);
  const json = parse(message, body.subarray(0, headerSize), kind);
  let offset = headerSize;
  return {
    json,
    cut: (size) => {
      if (!(size >= 0 && size <= body.length - offset)) {
        throw new Error(`the ${kind} is truncated: it has ${body.length} bytes, expected at least ${offset + size}`);
      }
      return body.subarray(offset, (offset += size));
    },
    end: () => {
      if (offset < body.length) throw new Error(`the ${kind} has ${body.length} bytes, expected ${offset}`);
    },
  };
}

/** The size of the JSON: all of the body, unless the content type says that bytes are behind it. */
function headerSizeOf(message: Message, kind: string): number {
  const { contentType, body } = message;
  const size = /;\s*json-header-size=(\d+)\s*(?:;|$)/.exec(contentType)?.[1];
  if (size !== undefined) return Number(size);
  if (!contentType.startsWith(BINARY_TYPE)) return body.length;
  throw notA(kind, message, 'the content type has no json-header-size with digits');
}

function parse(message: Message, bytes: Uint8Array, kind: string): Record<string, unknown> {
  let json: unknown;
  try {
    json = parseTritonJson(bytes);
  } catch (error) {
    throw notA(kind, message, `they are ${(error as Error).message}`);
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>;
  throw notA(kind, message, `they are ${kindOf(json)}; allowed: an object`);
}

function notA(kind: string, { contentType, body }: Message, reason: string): Error {
  return new Error(`${body.byteLength} bytes of ${formOf(contentType)} are not an inference ${kind}: ${reason}`);
}

function isTensors(value: unknown): value is Tensor[] {
  return Array.isArray(value) && value.every((each) => Array.isArray(each?.shape));
}
