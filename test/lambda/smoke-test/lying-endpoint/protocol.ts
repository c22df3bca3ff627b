import { Element, fromTail, integerRange, SIZES } from './data-types';
import { Json, member, readStrictJson } from './strict-json';

// A strict model of what a right response is, written from the specifications and from the server, and not from `lib/client`:
// - KServe v2 (kserve/kserve, docs/predict-api/v2/required_api.md): Inference Response JSON Object, Response Output, Tensor Data, Parameters
// - Triton's binary form (triton-inference-server/server, docs/protocol/extension_binary_data.md); on SageMaker's port, the content type has the
//   size of the JSON instead of the header Inference-Header-Content-Length (src/sagemaker_server.cc)
// - what Triton writes (src/http_server.cc, FinalizeResponse): data of outputs in JSON is flat; outputs of zero bytes have binary_data_size 0 in a
//   body without a binary part, which is `application/json` then
// Where they differ, the more permissive one counts: the specification requires model_name, but its examples omit it. Decided here: integers of a
// shape are below 2^53, and numbers with a fraction or an exponent are doubles (I-JSON, RFC 7493).

export type Judgement = 'right' | 'wrong' | 'not tested';

export interface DeclaredOutput {
  readonly name: string;
  readonly dataType: string;
  /** Without the batch; -1 is of any size. */
  readonly dims: readonly number[];
}

export interface DeclaredModel {
  readonly name: string;
  readonly outputs: readonly DeclaredOutput[];
}

/** An output that is expected, or that was read. */
export interface Output {
  readonly name: string;
  readonly type: string;
  readonly shape: readonly number[];
  readonly elements: readonly Element[];
}

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

/** What a response is to a smoke test of a model, with an example or without. */
export function judge(model: DeclaredModel, message: Body, expected?: ExpectedResponse): Judgement {
  const outputs = readOutputs(model, message);
  if (!outputs || outputs.length !== model.outputs.length) return 'wrong';
  for (const { name, dataType, dims } of model.outputs) {
    const output = outputs.find((each) => each.name === name);
    if (output?.type !== dataType) return 'wrong';
    const wanted = expected?.outputs.find((each) => each.name === name);
    if (wanted && expected ? !isEqual(output, wanted, expected) : !isPlausible(output, dims)) return 'wrong';
  }
  return !expected && outputs.every(({ elements }) => elements.length === 0) ? 'not tested' : 'right';
}

/** Without an example, numbers have to be finite, and an output of a fixed size has elements. */
function isPlausible({ elements }: Output, dims: readonly number[]): boolean {
  if (elements.length === 0) return dims.includes(-1);
  return elements.every((element) => typeof element !== 'number' || Number.isFinite(element));
}

function isEqual(actual: Output, wanted: Output, { tolerance, isRounded }: ExpectedResponse): boolean {
  if (JSON.stringify(actual.shape) !== JSON.stringify(wanted.shape)) return false;
  return wanted.elements.every((one, index) => {
    const other = actual.elements[index];
    if (Object.is(one, other) || typeof one !== typeof other) return Object.is(one, other);
    if (typeof one === 'bigint' && typeof other === 'bigint') {
      if (isRounded && !Number.isSafeInteger(Number(one)) && Number(one) === Number(other)) return true;
      const reference = isRounded ? BigInt(Number(one)) : one;
      return Number(other > reference ? other - reference : reference - other) <= tolerance;
    }
    return typeof one === 'number' && Math.abs(one - (other as number)) <= tolerance;
  });
}

/** The outputs of a response in JSON or the binary form; undefined where it is none. */
function readOutputs(model: DeclaredModel, { contentType, body }: Body): Output[] | undefined {
  const size = /;json-header-size=(\d+)$/.exec(contentType)?.[1];
  if (size === undefined && contentType.startsWith(BINARY)) return undefined;
  const header = size === undefined ? body.length : Number(size);
  if (header > body.length) return undefined;
  const json = readStrictJson(body.subarray(0, header));
  if (json?.kind !== 'object' || hasHugeNumber(json) || member(json, 'error')) return undefined;
  const name = member(json, 'model_name');
  if (name && (name.kind !== 'string' || name.text !== model.name)) return undefined;
  if (['id', 'model_version'].some((each) => (member(json, each)?.kind ?? 'string') !== 'string')) return undefined;
  if ((member(json, 'parameters')?.kind ?? 'object') !== 'object') return undefined;
  const list = member(json, 'outputs');
  if (list?.kind !== 'array') return undefined;
  let tail = body.subarray(header);
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
  const [name, type, shape, data] = ['name', 'datatype', 'shape', 'data'].map((each) => member(json, each));
  const parameters = member(json, 'parameters');
  const binary = member(parameters, 'binary_data_size');
  if (name?.kind !== 'string' || type?.kind !== 'string' || !Object.hasOwn(SIZES, type.text)) return undefined;
  if (shape?.kind !== 'array' || (parameters?.kind ?? 'object') !== 'object') return undefined;
  const sizes = shape.items.map(sizeIn);
  if (sizes.includes(undefined)) return undefined;
  const known = sizes as number[];
  const count = known.reduce((product, size) => product * size, 1);
  const read = (): Element[] | undefined => {
    if (binary) return data || sizeIn(binary) === undefined ? undefined : fromTail(type.text, tail, count);
    const items = data?.kind === 'array' ? flatItems(data.items, known) : undefined;
    const elements = items?.map((item) => elementIn(item, type.text));
    return elements?.length === count && !elements.includes(undefined) ? (elements as Element[]) : undefined;
  };
  const elements = read();
  return elements && { name: name.text, type: type.text, shape: known, elements };
}

/** A non-negative integer. */
function sizeIn(json: Json | undefined): number | undefined {
  const value = json?.kind === 'number' ? Number(json.text) : NaN;
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Data is flat, or in its natural dimensions. */
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

/** What rounds to a number of the type, and the words. */
function isInRange(value: number, type: string): boolean {
  if (!Number.isFinite(value) || type === 'FP64') return true;
  if (type === 'FP32') return Number.isFinite(Math.fround(value));
  const [largest, step] = type === 'FP16' ? [65_504, 2 ** 5] : [(2 - 2 ** -7) * 2 ** 127, 2 ** 120];
  return Math.abs(value) < largest + step / 2;
}

/** A part of a surrogate pair has no UTF-8. */
function hexOf(text: string): string | undefined {
  const bytes = Buffer.from(text, 'utf8');
  return bytes.toString('utf8') === text ? bytes.toString('hex') : undefined;
}

/** Whether a number with digits is beyond FP64. */
function hasHugeNumber(json: Json): boolean {
  if (json.kind === 'number') return /\d/.test(json.text) && !Number.isFinite(Number(json.text));
  if (json.kind === 'array') return json.items.some(hasHugeNumber);
  return json.kind === 'object' && json.members.some(([, value]) => hasHugeNumber(value));
}
