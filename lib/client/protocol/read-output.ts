import { elementSize, TensorElements, fromBytes, isDataType, isFloat } from './elements';
import { FilledTensor } from './message';
import { decodeStrings } from './strings';
import { elementCountOf, Tensor } from './tensor';

/** Returns the next `size` bytes of the binary data that follows the JSON. */
export type ReadBytes = (size: number) => Uint8Array;

/**
 * Parses an output of a response, and checks its fields against KServe v2 and Triton's binary extension. The caller checks the number and
 * the type of the elements.
 *
 * @param path path of the output in the response, for error messages. The messages contain no values of the response
 * @throws Error if a field is invalid
 */
export function readOutput(value: unknown, path: string, readBytes: ReadBytes): FilledTensor {
  const { data, ...output } = checkFields(value, path);
  const size = sizeOfBinaryData(output, path);
  if (size !== undefined) {
    if (data !== undefined) throw new Error(`${path} has both data and binary_data_size`);
    return { ...output, elements: decodeBinaryData(output, readBytes(size), path) };
  }
  if (!Array.isArray(data)) throw new Error(`${path}.data is ${describeJsonType(data)}; allowed: an array`);
  const elements = flattenByShape(data, output.shape);
  if (!elements)
    throw new Error(`${path}.data is nested in a different way than its shape; allowed: as the shape, or flat`);
  return { ...output, elements: isFloat(output.datatype) ? elements.map(bigintToNumber) : elements };
}

/** Checks the type of an optional field of a response. */
export function checkOptional(value: unknown, type: 'string' | 'object', path: string): void {
  if (value === undefined || (typeof value === type && isNeitherNullNorArray(value))) return;
  throw new Error(`${path} is ${describeJsonType(value)}; allowed: ${type === 'string' ? 'text' : 'an object'}`);
}

/** Describes the type of a JSON value, without the value. */
export function describeJsonType(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'a truth value';
  if (typeof value === 'object') return 'an object';
  if ((value as number) < 0) return 'a negative number';
  return typeof value === 'number' && !Number.isInteger(value) ? 'a fraction' : 'a number';
}

function checkFields(value: unknown, path: string): Omit<Tensor, 'data'> & { readonly data?: unknown } {
  if (typeof value !== 'object' || !isNeitherNullNorArray(value))
    throw new Error(`${path} is ${describeJsonType(value)}; allowed: an object`);
  const { name, datatype, shape, parameters } = value as Record<keyof Tensor, unknown>;
  if (typeof name !== 'string') throw new Error(`${path}.name is ${describeJsonType(name)}; allowed: text`);
  if (!isDataType(datatype)) {
    throw new Error(
      `${path}.datatype is ${typeof datatype === 'string' ? 'no data type of KServe v2' : describeJsonType(datatype)}`,
    );
  }
  if (!Array.isArray(shape)) throw new Error(`${path}.shape is ${describeJsonType(shape)}; allowed: an array`);
  const invalidIndex = shape.findIndex((size) => !Number.isSafeInteger(size) || size < 0);
  if (invalidIndex >= 0)
    throw new Error(
      `${path}.shape[${invalidIndex}] is ${describeJsonType(shape[invalidIndex])}; allowed: integers from 0 to 2^53 - 1`,
    );
  checkOptional(parameters, 'object', `${path}.parameters`);
  return value as Tensor;
}

function isNeitherNullNorArray(value: unknown): boolean {
  return value !== null && !Array.isArray(value);
}

function sizeOfBinaryData({ parameters }: Pick<Tensor, 'parameters'>, path: string): number | undefined {
  const size = parameters?.binary_data_size;
  if (size === undefined || (Number.isSafeInteger(size) && (size as number) >= 0)) return size as number | undefined;
  throw new Error(
    `${path}.parameters.binary_data_size is ${describeJsonType(size)}; allowed: integers from 0 to 2^53 - 1`,
  );
}

function decodeBinaryData(
  { datatype, shape }: Pick<Tensor, 'datatype' | 'shape'>,
  bytes: Uint8Array,
  path: string,
): TensorElements {
  const expected = (elementSize(datatype) ?? NaN) * elementCountOf(shape);
  if (bytes.byteLength !== expected && datatype !== 'BYTES') {
    throw new Error(
      `${path} has ${bytes.byteLength} bytes, but ${elementCountOf(shape)} elements of ${datatype} are ${expected}`,
    );
  }
  const invalidIndex = datatype === 'BOOL' ? bytes.findIndex((byte) => byte > 1) : -1;
  if (invalidIndex >= 0)
    throw new Error(`${path}: element ${invalidIndex} is a byte other than 0 and 1, which BOOL cannot contain`);
  return datatype === 'BYTES' ? decodeStrings(bytes, elementCountOf(shape)) : fromBytes(bytes, datatype);
}

/** Flattens data that is flat or nested exactly like the shape; undefined for other data. */
function flattenByShape(data: unknown[], [first, ...sizes]: readonly number[]): unknown[] | undefined {
  if (!data.some(Array.isArray)) return data;
  let level = data;
  if (level.length !== first) return undefined;
  for (const size of sizes) {
    if (!level.every((part) => Array.isArray(part) && part.length === size)) return undefined;
    level = level.flat();
  }
  return level.some(Array.isArray) ? undefined : level;
}

/** Converts bigints to numbers. In JSON, an element of a float type can look like a large integer. */
export function bigintToNumber(element: unknown): unknown {
  return typeof element === 'bigint' ? Number(element) : element;
}
