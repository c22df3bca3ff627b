import { Element, fromBinary, integerRange, ELEMENT_SIZES } from './data-types';
import { Json, member, readStrictJson } from './strict-json';

// A strict implementation of the protocol, based on the specifications and the server's source code, but not on `lib/client`:
// - KServe v2 (kserve/kserve, docs/predict-api/v2/required_api.md): Inference Response JSON Object, Response Output, Tensor Data, Parameters
// - Triton's binary format (triton-inference-server/server, docs/protocol/extension_binary_data.md); on SageMaker's port, the content type
//   contains the size of the JSON instead of the header Inference-Header-Content-Length (src/sagemaker_server.cc)
// - Triton's responses (src/http_server.cc, FinalizeResponse): the data of outputs in JSON is flat; outputs of zero bytes have
//   binary_data_size 0, and a body without a binary part is `application/json`
// If the sources differ, the more permissive source applies. For example, the KServe specification requires model_name, but its examples omit
// it. The sources do not specify two details. In this implementation, the integers of a shape must be below 2^53, and numbers with a fraction or
// an exponent are doubles (I-JSON, RFC 7493).

export type StrictResult = 'correct' | 'incorrect' | 'not tested';

export interface DeclaredOutput {
  readonly name: string;
  readonly dataType: string;
  /** The declared dimensions without the batch dimension. A variable dimension is -1. */
  readonly dims: readonly number[];
}

export interface DeclaredModel {
  readonly name: string;
  readonly outputs: readonly DeclaredOutput[];
}

/** An expected or actual output. */
export interface Output {
  readonly name: string;
  readonly type: string;
  readonly shape: readonly number[];
  readonly elements: readonly Element[];
}

/** The response of an example. */
export interface ExpectedResponse {
  readonly outputs: readonly Output[];
  readonly tolerance: number;
  /** Whether the example is in JSON, which rounds integers beyond 2^53. */
  readonly isRounded: boolean;
}

export interface Body {
  readonly contentType: string;
  readonly body: Buffer;
}

const BINARY = 'application/vnd.sagemaker-triton.binary+json';

/** Judges a response of a model, with or without the expected outputs of an example. */
export function checkStrictly(model: DeclaredModel, message: Body, expected?: ExpectedResponse): StrictResult {
  const outputs = readOutputs(model, message);
  if (!outputs || outputs.length !== model.outputs.length) return 'incorrect';
  for (const { name, dataType, dims } of model.outputs) {
    const output = outputs.find((candidate) => candidate.name === name);
    if (output?.type !== dataType) return 'incorrect';
    const expectedOutput = expected?.outputs.find((candidate) => candidate.name === name);
    if (expectedOutput && expected ? !isEqual(output, expectedOutput, expected) : !isPlausible(output, dims))
      return 'incorrect';
  }
  return !expected && outputs.every(({ elements }) => elements.length === 0) ? 'not tested' : 'correct';
}

/** Checks an output without an example. Numbers must be finite, and an output with fixed dimensions must have elements. */
function isPlausible({ elements }: Output, dims: readonly number[]): boolean {
  if (elements.length === 0) return dims.includes(-1);
  return elements.every((element) => typeof element !== 'number' || Number.isFinite(element));
}

function isEqual(actual: Output, expected: Output, { tolerance, isRounded }: ExpectedResponse): boolean {
  if (JSON.stringify(actual.shape) !== JSON.stringify(expected.shape)) return false;
  return expected.elements.every((element, index) => {
    const actualElement = actual.elements[index];
    if (Object.is(element, actualElement) || typeof element !== typeof actualElement)
      return Object.is(element, actualElement);
    if (typeof element === 'bigint' && typeof actualElement === 'bigint') {
      if (isRounded && !Number.isSafeInteger(Number(element)) && Number(element) === Number(actualElement)) return true;
      const reference = isRounded ? BigInt(Number(element)) : element;
      return Number(actualElement > reference ? actualElement - reference : reference - actualElement) <= tolerance;
    }
    return typeof element === 'number' && Math.abs(element - (actualElement as number)) <= tolerance;
  });
}

/** Reads the outputs of a response in JSON or in the binary format. Returns undefined if the response is invalid. */
function readOutputs(model: DeclaredModel, { contentType, body }: Body): Output[] | undefined {
  const size = /;json-header-size=(\d+)$/.exec(contentType)?.[1];
  if (size === undefined && contentType.startsWith(BINARY)) return undefined;
  const headerBytes = size === undefined ? body.length : Number(size);
  if (headerBytes > body.length) return undefined;
  const json = readStrictJson(body.subarray(0, headerBytes));
  if (json?.kind !== 'object' || hasHugeNumber(json) || member(json, 'error')) return undefined;
  const name = member(json, 'model_name');
  if (name && (name.kind !== 'string' || name.text !== model.name)) return undefined;
  if (['id', 'model_version'].some((key) => (member(json, key)?.kind ?? 'string') !== 'string')) return undefined;
  if ((member(json, 'parameters')?.kind ?? 'object') !== 'object') return undefined;
  const list = member(json, 'outputs');
  if (list?.kind !== 'array') return undefined;
  let tail = body.subarray(headerBytes);
  const outputs = list.items.map((item) => {
    const bytes = sizeIn(member(member(item, 'parameters'), 'binary_data_size'));
    const output = readOutput(item, tail.subarray(0, bytes));
    if (bytes === undefined || bytes <= tail.length) tail = tail.subarray(bytes ?? 0);
    else return undefined;
    return output;
  });
  if (tail.length > 0 || outputs.includes(undefined)) return undefined;
  const names = outputs.map((output) => output?.name);
  return new Set(names).size < names.length ? undefined : (outputs as Output[]);
}

function readOutput(json: Json, tail: Buffer): Output | undefined {
  const [name, type, shape, data] = ['name', 'datatype', 'shape', 'data'].map((key) => member(json, key));
  const parameters = member(json, 'parameters');
  const binarySize = member(parameters, 'binary_data_size');
  if (name?.kind !== 'string' || type?.kind !== 'string' || !Object.hasOwn(ELEMENT_SIZES, type.text)) return undefined;
  if (shape?.kind !== 'array' || (parameters?.kind ?? 'object') !== 'object') return undefined;
  const sizes = shape.items.map(sizeIn);
  if (sizes.includes(undefined)) return undefined;
  const dims = sizes as number[];
  const count = dims.reduce((product, size) => product * size, 1);
  const readElements = (): Element[] | undefined => {
    if (binarySize) return data || sizeIn(binarySize) === undefined ? undefined : fromBinary(type.text, tail, count);
    const items = data?.kind === 'array' ? flatItems(data.items, dims) : undefined;
    const elements = items?.map((item) => elementIn(item, type.text));
    return elements?.length === count && !elements.includes(undefined) ? (elements as Element[]) : undefined;
  };
  const elements = readElements();
  return elements && { name: name.text, type: type.text, shape: dims, elements };
}

/** Reads a non-negative integer. */
function sizeIn(json: Json | undefined): number | undefined {
  const value = json?.kind === 'number' ? Number(json.text) : NaN;
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The elements of an output in JSON, whose data may be flat or nested. */
function flatItems(items: Json[], [size, ...sizes]: readonly number[]): Json[] | undefined {
  if (items.every(({ kind }) => kind !== 'array')) return items;
  return nestedItems(items, size, sizes);
}

function nestedItems(items: Json[], size: number, sizes: readonly number[]): Json[] | undefined {
  if (items.length !== size) return undefined;
  if (sizes.length === 0) return items.some(({ kind }) => kind === 'array') ? undefined : items;
  const parts = items.map((item) =>
    item.kind === 'array' ? nestedItems(item.items, sizes[0], sizes.slice(1)) : undefined,
  );
  return parts.includes(undefined) ? undefined : (parts as Json[][]).flat();
}

function elementIn(json: Json, type: string): Element | undefined {
  if (type === 'BOOL') return json.kind === 'literal' && json.text !== 'null' ? json.text === 'true' : undefined;
  if (type === 'BYTES') return json.kind === 'string' ? hexOf(json.text) : undefined;
  if (json.kind !== 'number') return undefined;
  const value = Number(json.text.replace(/Inf$/, 'Infinity'));
  const range = integerRange(type);
  if (!range) return isInRange(value, type) ? value : undefined;
  if (!Number.isInteger(value)) return undefined;
  const integer = /^-?\d+$/.test(json.text) ? BigInt(json.text) : BigInt(value);
  return integer >= range[0] && integer <= range[1] ? integer : undefined;
}

/** Whether a number rounds to a value of the type. NaN and infinities are values of the type. */
function isInRange(value: number, type: string): boolean {
  if (!Number.isFinite(value) || type === 'FP64') return true;
  if (type === 'FP32') return Number.isFinite(Math.fround(value));
  const [largest, step] = type === 'FP16' ? [65_504, 2 ** 5] : [(2 - 2 ** -7) * 2 ** 127, 2 ** 120];
  return Math.abs(value) < largest + step / 2;
}

/** The UTF-8 bytes of a text as hexadecimal digits. Returns undefined if the text contains a lone surrogate, which UTF-8 cannot represent. */
function hexOf(text: string): string | undefined {
  const bytes = Buffer.from(text, 'utf8');
  return bytes.toString('utf8') === text ? bytes.toString('hex') : undefined;
}

/** Whether a number exceeds the range of FP64. */
function hasHugeNumber(json: Json): boolean {
  if (json.kind === 'number') return /\d/.test(json.text) && !Number.isFinite(Number(json.text));
  if (json.kind === 'array') return json.items.some(hasHugeNumber);
  return json.kind === 'object' && json.members.some(([, value]) => hasHugeNumber(value));
}
