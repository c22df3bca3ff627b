import { getFloat16, setFloat16 } from '@petamoriken/float16';
import { decodeStrings, encodeStrings } from './strings';

/** The elements of a tensor in row-major order: numbers, bigints (64-bit integers), booleans, or the bytes of strings. */
export type Elements = ArrayLike<unknown>;

type Storage =
  | Uint8ArrayConstructor
  | Uint16ArrayConstructor
  | Uint32ArrayConstructor
  | BigUint64ArrayConstructor
  | Int8ArrayConstructor
  | Int16ArrayConstructor
  | Int32ArrayConstructor
  | BigInt64ArrayConstructor
  | Float32ArrayConstructor
  | Float64ArrayConstructor;

/** How Triton lays elements out in memory, little-endian as every machine of AWS is. */
const STORAGE: Record<string, Storage> = {
  BOOL: Uint8Array,
  UINT8: Uint8Array,
  UINT16: Uint16Array,
  UINT32: Uint32Array,
  UINT64: BigUint64Array,
  INT8: Int8Array,
  INT16: Int16Array,
  INT32: Int32Array,
  INT64: BigInt64Array,
  FP16: Uint16Array,
  BF16: Uint16Array,
  FP32: Float32Array,
  FP64: Float64Array,
};

/** Bytes of one element; undefined for strings, whose sizes differ. */
export function elementSize(dataType: string): number | undefined {
  return STORAGE[dataType]?.BYTES_PER_ELEMENT;
}

/** Whether KServe v2 has the type. */
export function isDataType(dataType: string): boolean {
  return dataType === 'BYTES' || elementSize(dataType) !== undefined;
}

/** Whether Triton accepts and sends the type in the binary form only. */
export function isBinaryOnly(dataType: string): boolean {
  return dataType === 'FP16' || dataType === 'BF16';
}

/** Whether elements of the type may be NaN or infinite. */
export function isFloat(dataType: string): boolean {
  return /^(FP|BF)/.test(dataType);
}

/** Whether a value that arrived in JSON can be an element of the type. */
export function isElement(value: unknown, dataType: string): boolean {
  if (dataType === 'BOOL') return typeof value === 'boolean';
  if (dataType === 'BYTES') return typeof value === 'string' || value instanceof Uint8Array;
  return typeof value === 'bigint' || (typeof value === 'number' && (isFloat(dataType) || Number.isInteger(value)));
}

/**
 * Elements as Triton's binary form has them. An array of the type's own storage is taken as it is, without a copy.
 *
 * @throws RangeError, SyntaxError or TypeError when an element is not of the type
 */
export function toBytes(elements: Elements, dataType: string): Uint8Array {
  if (dataType === 'BYTES') return encodeStrings(elements);
  const storage = storageOf(dataType);
  const stored = elements instanceof storage ? elements : store(elements, dataType, storage);
  return new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength);
}

/** Elements out of Triton's binary form: a view of the bytes where they are aligned, else one copy. */
export function fromBytes(bytes: Uint8Array, dataType: string): Elements {
  if (dataType === 'BYTES') return decodeStrings(bytes);
  const storage = storageOf(dataType);
  const aligned = bytes.byteOffset % storage.BYTES_PER_ELEMENT === 0 ? bytes : new Uint8Array(bytes);
  const view = new storage(
    aligned.buffer as ArrayBuffer,
    aligned.byteOffset,
    bytes.byteLength / storage.BYTES_PER_ELEMENT,
  );
  if (dataType === 'BOOL') return Array.from(view as Uint8Array, Boolean);
  if (dataType === 'FP16') return Float32Array.from(view as Uint16Array, halfToNumber);
  if (dataType === 'BF16') return Float32Array.from(view as Uint16Array, brainToNumber);
  return view;
}

function storageOf(dataType: string): Storage {
  const storage = STORAGE[dataType];
  if (!storage) throw new TypeError(`data type ${dataType} is unknown`);
  return storage;
}

function store(elements: Elements, dataType: string, storage: Storage): InstanceType<Storage> {
  if (dataType === 'FP16') return Uint16Array.from(elements as ArrayLike<number>, numberToHalf);
  if (dataType === 'BF16') return Uint16Array.from(elements as ArrayLike<number>, numberToBrain);
  if (storage === BigInt64Array || storage === BigUint64Array) {
    return storage.from(Array.from(elements as ArrayLike<number>, BigInt));
  }
  return (storage as Float64ArrayConstructor).from(elements as ArrayLike<number>);
}

const scratch = new DataView(new ArrayBuffer(4));

function halfToNumber(bits: number): number {
  scratch.setUint16(0, bits);
  return getFloat16(scratch, 0);
}

function numberToHalf(value: number): number {
  setFloat16(scratch, 0, value);
  return scratch.getUint16(0);
}

/** bfloat16 is the upper half of a 32-bit float. */
function brainToNumber(bits: number): number {
  scratch.setUint32(0, bits << 16);
  return scratch.getFloat32(0);
}

function numberToBrain(value: number): number {
  scratch.setFloat32(0, value);
  const bits = scratch.getUint32(0);
  if (Number.isNaN(value)) return 0x7fc0;
  // To the nearest, and from the middle to the even one, as PyTorch rounds.
  return (bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16;
}
