import { elementSize, fromBytes } from './elements';
import { RequestHeader } from './encode';
import { parseTritonJson } from './json';
import { BINARY_TYPE, FilledTensor, flatten, describeContentType, Message } from './message';
import { checkOptional, describeJsonType, readOutput } from './read-output';
import { elementCountOf, Tensor } from './tensor';

/** A response of KServe v2. */
export interface InferenceResponse {
  /**
   * Name of the model that responded. Triton sends the name, but the examples in the specifications of KServe v2 and of Triton's extensions
   * omit it.
   */
  readonly modelName?: string;
  /** Outputs with unique names. */
  readonly outputs: FilledTensor[];
}

/** The JSON of a body, and functions that read the binary data after the JSON. */
interface SplitBody {
  readonly json: Record<string, unknown>;
  readonly readBytes: (size: number) => Uint8Array;
  /** @throws Error if bytes remain */
  readonly requireEnd: () => void;
}

/**
 * Parses a response in JSON or in the binary format.
 *
 * @throws Error with a message that contains no names, texts or values of the response
 */
export function readResponse(message: Message): InferenceResponse {
  const { json, readBytes, requireEnd } = splitBody(message, 'response');
  const { outputs, model_name: modelName, model_version: version, id, parameters } = json;
  if (Object.hasOwn(json, 'error')) throw invalidMessageError('response', message, 'they contain the key `error`');
  if (!Array.isArray(outputs))
    throw invalidMessageError('response', message, `outputs is ${describeJsonType(outputs)}; allowed: an array`);
  checkOptional(modelName, 'string', 'model_name');
  checkOptional(version, 'string', 'model_version');
  checkOptional(id, 'string', 'id');
  checkOptional(parameters, 'object', 'parameters');
  const filledTensors = outputs.map((output, index) => readOutput(output, `outputs[${index}]`, readBytes));
  requireEnd();
  const indices = new Map<string, number>();
  for (const [index, { name }] of filledTensors.entries()) {
    const firstIndex = indices.get(name);
    if (firstIndex !== undefined) throw new Error(`outputs[${index}] has the same name as outputs[${firstIndex}]`);
    indices.set(name, index);
  }
  return { modelName: modelName as string | undefined, outputs: filledTensors };
}

/**
 * Parses a request in JSON or in the binary format. The parameters of the binary format are removed.
 *
 * @throws Error if the message is not an inference request
 */
export function readRequest(message: Message): { readonly request: RequestHeader; readonly inputs: FilledTensor[] } {
  const { json, readBytes, requireEnd } = splitBody(message, 'request');
  const { inputs, outputs, ...request } = json as RequestHeader & { readonly inputs?: unknown };
  if (!isTensors(inputs))
    throw invalidMessageError('request', message, `inputs is ${describeJsonType(inputs)}; allowed: tensors`);
  const filledTensors = inputs.map(({ data, ...input }): FilledTensor => {
    const { binary_data_size: size } = input.parameters ?? {};
    if (size === undefined) return { ...input, elements: flatten(data) };
    const byteCount = (elementSize(input.datatype) ?? NaN) * elementCountOf(input.shape);
    if (input.datatype !== 'BYTES' && size !== byteCount) {
      throw new Error(
        `input ${input.name} has ${Number(size)} bytes, but ${elementCountOf(input.shape)} elements of ${input.datatype} are ${byteCount}`,
      );
    }
    return { ...input, elements: fromBytes(readBytes(Number(size)), input.datatype) };
  });
  requireEnd();
  return {
    request: { ...withoutBinary(request), ...(outputs && { outputs: outputs.map(withoutBinary) }) },
    inputs: filledTensors.map(withoutBinary),
  };
}

const BINARY_PARAMETERS = ['binary_data', 'binary_data_size', 'binary_data_output'];

function withoutBinary<T extends { readonly parameters?: object }>({ parameters = {}, ...others }: T): T {
  const otherParameters = Object.entries(parameters).filter(([name]) => !BINARY_PARAMETERS.includes(name));
  return { ...others, ...(otherParameters.length > 0 && { parameters: Object.fromEntries(otherParameters) }) } as T;
}

function splitBody(message: Message, kind: 'request' | 'response'): SplitBody {
  const { body } = message;
  const headerSize = headerSizeOf(message, kind);
  if (headerSize > body.length)
    throw new Error(`the ${kind} is truncated: it has ${body.length} bytes, expected at least ${headerSize}`);
  const json = parse(message, body.subarray(0, headerSize), kind);
  let offset = headerSize;
  return {
    json,
    readBytes: (size) => {
      if (!(size >= 0 && size <= body.length - offset)) {
        throw new Error(`the ${kind} is truncated: it has ${body.length} bytes, expected at least ${offset + size}`);
      }
      return body.subarray(offset, (offset += size));
    },
    requireEnd: () => {
      if (offset < body.length) throw new Error(`the ${kind} has ${body.length} bytes, expected ${offset}`);
    },
  };
}

/** Size of the JSON. It is the size of the body, unless the content type indicates binary data after the JSON. */
function headerSizeOf(message: Message, kind: string): number {
  const { contentType, body } = message;
  const size = /;\s*json-header-size=(\d+)\s*(?:;|$)/.exec(contentType)?.[1];
  if (size !== undefined) return Number(size);
  if (!contentType.startsWith(BINARY_TYPE)) return body.length;
  throw invalidMessageError(kind, message, 'the content type has no json-header-size with digits');
}

function parse(message: Message, bytes: Uint8Array, kind: string): Record<string, unknown> {
  let json: unknown;
  try {
    json = parseTritonJson(bytes);
  } catch (error) {
    throw invalidMessageError(kind, message, `they are ${(error as Error).message}`);
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>;
  throw invalidMessageError(kind, message, `they are ${describeJsonType(json)}; allowed: an object`);
}

function invalidMessageError(kind: string, { contentType, body }: Message, reason: string): Error {
  return new Error(
    `${body.byteLength} bytes of ${describeContentType(contentType)} are not an inference ${kind}: ${reason}`,
  );
}

function isTensors(value: unknown): value is Tensor[] {
  return Array.isArray(value) && value.every((each) => Array.isArray(each?.shape));
}
