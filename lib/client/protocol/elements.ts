import { setFloat16 } from '@petamoriken/float16';
import { decodeStrings, encodeStrings } from './strings';

/** The elements of a tensor in row-major order: numbers, bigints (64-bit integers), booleans, or the bytes of strings. */
export type TensorElements = ArrayLike<unknown>;

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

/** By data type: the typed array with Triton's memory layout. Triton uses little-endian numbers, and so do all AWS instances. */
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

/** Bytes of an element; undefined for strings, which have different sizes. */
export function elementSize(dataType: string): number | undefined {
  return STORAGE[dataType]?.BYTES_PER_ELEMENT;
}

/** Whether Triton supports the type only in the binary format. */
export function isBinaryOnly(dataType: string): boolean {
  return dataType === 'FP16' || dataType === 'BF16';
}

/** Whether the data type is a floating-point type, whose elements can be NaN or infinite. */
export function isFloat(dataType: string): boolean {
  return /^(FP|BF)/.test(dataType);
}

/** Whether a value is the name of a data type. */
export function isDataType(name: unknown): name is string {
  return name === 'BYTES' || (typeof name === 'string' && Object.hasOwn(STORAGE, name));
}

/**
 * Encodes elements in Triton's binary format. A typed array that already has this memory layout is not copied.
 *
 * @throws RangeError, SyntaxError or TypeError if an element is not valid for the type
 */
export function toBytes(elements: TensorElements, dataType: string): Uint8Array {
  if (dataType === 'BYTES') return encodeStrings(elements);
  const storage = storageOf(dataType);
  const stored = elements instanceof storage ? elements : store(elements, dataType, storage);
  return new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength);
}

/** Decodes elements in Triton's binary format. The result is a view of the bytes if they are aligned, otherwise a copy. */
export function fromBytes(bytes: Uint8Array, dataType: string): TensorElements {
  if (dataType === 'BYTES') return decodeStrings(bytes);
  const storage = storageOf(dataType);
  const aligned = bytes.byteOffset % storage.BYTES_PER_ELEMENT === 0 ? bytes : new Uint8Array(bytes);
  const view = new storage(
    aligned.buffer as ArrayBuffer,
    aligned.byteOffset,
    bytes.byteLength / storage.BYTES_PER_ELEMENT,
  );
  if (dataType === 'BOOL') return Array.from(view as Uint8Array, Boolean);
  if (dataType === 'FP16') return floatsFrom(view as Uint16Array, fp16ToNumber);
  if (dataType === 'BF16') return floatsFrom(view as Uint16Array, bfloat16ToNumber);
  return view;
}

function storageOf(dataType: string): Storage {
  const storage = STORAGE[dataType];
  if (!isDataType(dataType)) throw new TypeError(`data type ${dataType} is unknown`);
  return storage;
}

function store(elements: TensorElements, dataType: string, storage: Storage): InstanceType<Storage> {
  if (dataType === 'FP16') return Uint16Array.from(elements as ArrayLike<number>, numberToFp16);
  if (dataType === 'BF16') return Uint16Array.from(elements as ArrayLike<number>, numberToBfloat16);
  if (storage === BigInt64Array || storage === BigUint64Array) {
    return (storage as BigInt64ArrayConstructor).from(elements as ArrayLike<number>, BigInt);
  }
  return (storage as Float64ArrayConstructor).from(elements as ArrayLike<number>);
}

const scratch = new DataView(new ArrayBuffer(4));

/** Ten times faster than Float32Array.from. */
function floatsFrom(elements: Uint16Array, toNumber: (bits: number) => number): Float32Array {
  const floats = new Float32Array(elements.length);
  for (let index = 0; index < elements.length; index++) floats[index] = toNumber(elements[index]);
  return floats;
}

/** A 32-bit float has the same format with more bits, and an exponent that is larger by 112. */
function fp16ToNumber(bits: number): number {
  const isFinite = (bits & 0x7c00) !== 0x7c00;
  scratch.setUint32(0, ((bits & 0x8000) << 16) | ((bits & 0x7fff) << 13) | (isFinite ? 0 : 0x7f800000));
  return scratch.getFloat32(0) * (isFinite ? 2 ** 112 : 1);
}

function numberToFp16(value: number): number {
  setFloat16(scratch, 0, value);
  return scratch.getUint16(0);
}

/** bfloat16 is the upper half of a 32-bit float. */
function bfloat16ToNumber(bits: number): number {
  scratch.setUint32(0, bits << 16);
  return scratch.getFloat32(0);
}

function numberToBfloat16(value: number): number {
  scratch.setFloat32(0, value);
  const bits = scratch.getUint32(0);
  if (Number.isNaN(value)) return 0x7fc0;
  // Round half to even, like PyTorch.
  return (bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16;
}
