/**
 * The data types of KServe v2, with the size of an element in bytes in Triton's binary format. The size is 0 for strings, which have different
 * lengths.
 */
export const ELEMENT_SIZES: Readonly<Record<string, number>> = {
  BOOL: 1,
  UINT8: 1,
  UINT16: 2,
  UINT32: 4,
  UINT64: 8,
  INT8: 1,
  INT16: 2,
  INT32: 4,
  INT64: 8,
  FP16: 2,
  BF16: 2,
  FP32: 4,
  FP64: 8,
  BYTES: 0,
};

/** An element of a tensor. Integers of all sizes are bigints. A string (BYTES) is represented by the hexadecimal digits of its bytes. */
export type Element = number | bigint | boolean | string;

/** The range of an integer type. */
export function integerRange(type: string): [bigint, bigint] | undefined {
  const [, unsigned, bits] = /^(U?)INT(\d+)$/.exec(type) ?? [];
  if (bits === undefined) return undefined;
  return unsigned ? [0n, 2n ** BigInt(bits) - 1n] : [-(2n ** (BigInt(bits) - 1n)), 2n ** (BigInt(bits) - 1n) - 1n];
}

/** Writes elements in Triton's binary format. */
export function toBinary(type: string, elements: readonly Element[]): Buffer {
  if (type === 'BYTES') {
    return Buffer.concat(
      elements.flatMap((element) => {
        const bytes = Buffer.from(element as string, 'hex');
        const length = Buffer.alloc(4);
        length.writeUInt32LE(bytes.length);
        return [length, bytes];
      }),
    );
  }
  const size = ELEMENT_SIZES[type];
  const tail = Buffer.alloc(elements.length * size);
  elements.forEach((element, index) => {
    const offset = index * size;
    if (typeof element === 'bigint') tail.set(integerBytes(element, size), offset);
    else if (type === 'BOOL') tail[offset] = element ? 1 : 0;
    else if (type === 'FP64') tail.writeDoubleLE(element as number, offset);
    else if (type === 'FP32') tail.writeFloatLE(element as number, offset);
    else tail.writeUInt16LE(halfBits(type, element as number), offset);
  });
  return tail;
}

/** Reads elements in Triton's binary format. Returns undefined if the number of elements in the bytes is not `count`. */
export function fromBinary(type: string, tail: Buffer, count: number): Element[] | undefined {
  if (type === 'BYTES') return stringsFrom(tail, count);
  const size = ELEMENT_SIZES[type];
  if (tail.length !== count * size) return undefined;
  const elements = Array.from({ length: count }, (_, index): Element | undefined => {
    const bytes = tail.subarray(index * size, (index + 1) * size);
    if (type === 'BOOL') return bytes[0] > 1 ? undefined : bytes[0] === 1;
    if (type === 'FP64') return bytes.readDoubleLE();
    if (type === 'FP32') return bytes.readFloatLE();
    if (type === 'FP16' || type === 'BF16') return halfValue(type, bytes.readUInt16LE());
    const unsigned = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
    return type.startsWith('U') ? unsigned : BigInt.asIntN(size * 8, unsigned);
  });
  return elements.includes(undefined) ? undefined : (elements as Element[]);
}

function stringsFrom(tail: Buffer, count: number): Element[] | undefined {
  const elements: Element[] = [];
  let remaining = tail;
  while (remaining.length > 0) {
    if (remaining.length < 4 || remaining.length - 4 < remaining.readUInt32LE()) return undefined;
    const end = 4 + remaining.readUInt32LE();
    elements.push(remaining.subarray(4, end).toString('hex'));
    remaining = remaining.subarray(end);
  }
  return elements.length === count ? elements : undefined;
}

function integerBytes(value: bigint, size: number): Buffer {
  const digits = BigInt.asUintN(size * 8, value)
    .toString(16)
    .padStart(size * 2, '0');
  return Buffer.from(digits, 'hex').reverse();
}

/** IEEE 754 half precision has 5 exponent bits and 10 fraction bits; bfloat16 has 8 exponent bits and 7 fraction bits. */
const bitLayout = (type: string): { fraction: number; exponent: number } =>
  type === 'FP16' ? { fraction: 10, exponent: 5 } : { fraction: 7, exponent: 8 };

export function halfValue(type: string, bits: number): number {
  const { fraction, exponent } = bitLayout(type);
  const sign = bits >> 15 ? -1 : 1;
  const exponentBits = (bits >> fraction) & (2 ** exponent - 1);
  const fractionValue = (bits & (2 ** fraction - 1)) / 2 ** fraction;
  const bias = 2 ** (exponent - 1) - 1;
  if (exponentBits === 2 ** exponent - 1) return fractionValue ? NaN : sign * Infinity;
  return sign * (exponentBits ? (1 + fractionValue) * 2 ** (exponentBits - bias) : fractionValue * 2 ** (1 - bias));
}

/** The bits of each value of the 16-bit types. NaN has several bit patterns, of which one is used. */
const bitsByValue = new Map(
  ['FP16', 'BF16'].map((type) => [
    type,
    new Map(Array.from({ length: 2 ** 16 }, (_, bits) => [keyOf(halfValue(type, bits)), bits])),
  ]),
);

function keyOf(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** The bits of a value of a 16-bit type. */
function halfBits(type: string, value: number): number {
  const bits = bitsByValue.get(type)?.get(keyOf(value));
  if (bits === undefined) throw new Error(`${value} is not a value of ${type}`);
  return bits;
}
