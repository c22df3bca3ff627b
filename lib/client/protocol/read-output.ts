import { elementSize, Elements, fromBytes, isDataType, isFloat } from './elements';
import { FilledTensor } from './message';
import { elementsOf, Tensor } from './tensor';

/** Cuts the bytes of the next output in the binary form. */
export type CutBytes = (size: number) => Uint8Array;

/**
 * An output of a response, whose fields are held against KServe v2 and Triton's binary extension. Whether there are as many elements as the
 * shape says, and whether they are of the type, is for the caller to check.
 *
 * @param place of the output in the response, for errors, which have nothing else of it
 * @throws Error that says what is wrong
 */
export function readOutput(value: unknown, place: string, cut: CutBytes): FilledTensor {
  const { data, ...output } = checkFields(value, place);
  const size = binarySize(output, place);
  if (size !== undefined) {
    if (data !== undefined) throw new Error(`${place} has both data and binary_data_size`);
    return { ...output, elements: fromTail(output, cut(size), place) };
  }
  if (!Array.isArray(data)) throw new Error(`${place}.data is ${kindOf(data)}; allowed: an array`);
  const elements = flattenAs(data, output.shape);
  if (!elements)
    throw new Error(`${place}.data is nested in a different way than its shape; allowed: as the shape, or flat`);
  return { ...output, elements: isFloat(output.datatype) ? elements.map(withoutBigint) : elements };
}

/** A field of a response that may be absent. */
export function checkOptional(value: unknown, type: 'string' | 'object', place: string): void {
  if (value === undefined || (typeof value === type && isNoList(value))) return;
  throw new Error(`${place} is ${kindOf(value)}; allowed: ${type === 'string' ? 'text' : 'an object'}`);
}

/** What a value of JSON is, without the value. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'a truth value';
  if (typeof value === 'object') return 'an object';
  if ((value as number) < 0) return 'a negative number';
  return typeof value === 'number' && !Number.isInteger(value) ? 'a fraction' : 'a number';
}

function checkFields(value: unknown, place: string): Omit<Tensor, 'data'> & { readonly data?: unknown } {
  if (typeof value !== 'object' || !isNoList(value))
    throw new Error(`${place} is ${kindOf(value)}; allowed: an object`);
  const { name, datatype, shape, parameters } = value as Record<keyof Tensor, unknown>;
  if (typeof name !== 'string') throw new Error(`${place}.name is ${kindOf(name)}; allowed: text`);
  if (!isDataType(datatype)) {
    throw new Error(
      `${place}.datatype is ${typeof datatype === 'string' ? 'no data type of KServe v2' : kindOf(datatype)}`,
    );
  }
  if (!Array.isArray(shape)) throw new Error(`${place}.shape is ${kindOf(shape)}; allowed: an array`);
  const odd = shape.findIndex((size) => !Number.isSafeInteger(size) || size < 0);
  if (odd >= 0)
    throw new Error(`${place}.shape[${odd}] is ${kindOf(shape[odd])}; allowed: integers from 0 to 2^53 - 1`);
  checkOptional(parameters, 'object', `${place}.parameters`);
  return value as Tensor;
}

function isNoList(value: unknown): boolean {
  return value !== null && !Array.isArray(value);
}

function binarySize({ parameters }: Pick<Tensor, 'parameters'>, place: string): number | undefined {
  const size = parameters?.binary_data_size;
  if (size === undefined || (Number.isSafeInteger(size) && (size as number) >= 0)) return size as number | undefined;
  throw new Error(`${place}.parameters.binary_data_size is ${kindOf(size)}; allowed: integers from 0 to 2^53 - 1`);
}

function fromTail({ datatype, shape }: Pick<Tensor, 'datatype' | 'shape'>, tail: Uint8Array, place: string): Elements {
  const expected = (elementSize(datatype) ?? NaN) * elementsOf(shape);
  if (tail.byteLength !== expected && datatype !== 'BYTES') {
    throw new Error(
      `${place} has ${tail.byteLength} bytes, but ${elementsOf(shape)} elements of ${datatype} are ${expected}`,
    );
  }
  const odd = datatype === 'BOOL' ? tail.findIndex((byte) => byte > 1) : -1;
  if (odd >= 0) throw new Error(`${place}: element ${odd} is a byte other than 0 and 1, which BOOL cannot contain`);
  return fromBytes(tail, datatype);
}

/** The elements of data that is flat, or nested exactly as the shape; undefined for other data. */
function flattenAs(data: unknown[], [first, ...sizes]: readonly number[]): unknown[] | undefined {
  if (!data.some(Array.isArray)) return data;
  let level = data;
  if (level.length !== first) return undefined;
  for (const size of sizes) {
    if (!level.every((part) => Array.isArray(part) && part.length === size)) return undefined;
    level = level.flat();
  }
  return level.some(Array.isArray) ? undefined : level;
}

/** JSON has one type of number, so an integer may be an element of a float type. */
export function withoutBigint(element: unknown): unknown {
  return typeof element === 'bigint' ? Number(element) : element;
}
