/** The data types of KServe v2 with their sizes in Triton's binary form; 0 for strings, which begin with their length. */
export const SIZES: Readonly<Record<string, number>> = {
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

/** An element: integers of all sizes are bigints, strings are the hexadecimal digits of their bytes. */
export type Element = number | bigint | boolean | string;

/** The range of an integer type. */
export function integerRange(type: string): [bigint, bigint] | undefined {
  const [, unsigned, bits] = /^(U?)INT(\d+)$/.exec(type) ?? [];
  if (bits === undefined) return undefined;
  return unsigned ? [0n, 2n ** BigInt(bits) - 1n] : [-(2n ** (BigInt(bits) - 1n)), 2n ** (BigInt(bits) - 1n) - 1n];
}

/** Elements in Triton's binary form. */
export function toTail(type: string, elements: readonly Element[]): Buffer {
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
  const size = SIZES[type];
  const tail = Buffer.alloc(elements.length * size);
  elements.forEach((element, index) => {
    const at = index * size;
    if (typeof element === 'bigint') tail.set(integerBytes(element, size), at);
    else if (type === 'BOOL') tail[at] = element ? 1 : 0;
    else if (type === 'FP64') tail.writeDoubleLE(element as number, at);
    else if (type === 'FP32') tail.writeFloatLE(element as number, at);
    else tail.writeUInt16LE(halfBits(type, element as number), at);
  });
  return tail;
}

/** Elements out of the binary form; undefined where the bytes are not so many elements of the type. */
export function fromTail(type: string, tail: Buffer, count: number): Element[] | undefined {
  if (type === 'BYTES') return stringsFrom(tail, count);
  const size = SIZES[type];
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
  let rest = tail;
  while (rest.length > 0) {
    if (rest.length < 4 || rest.length - 4 < rest.readUInt32LE()) return undefined;
    const end = 4 + rest.readUInt32LE();
    elements.push(rest.subarray(4, end).toString('hex'));
    rest = rest.subarray(end);
  }
  return elements.length === count ? elements : undefined;
}

function integerBytes(value: bigint, size: number): Buffer {
  const digits = BigInt.asUintN(size * 8, value)
    .toString(16)
    .padStart(size * 2, '0');
  return Buffer.from(digits, 'hex').reverse();
}

/** IEEE 754 half precision has 5 bits of exponent and 10 of fraction, bfloat16 8 and 7. */
const layout = (type: string): { fraction: number; exponent: number } =>
  type === 'FP16' ? { fraction: 10, exponent: 5 } : { fraction: 7, exponent: 8 };

export function halfValue(type: string, bits: number): number {
  const { fraction, exponent } = layout(type);
  const sign = bits >> 15 ? -1 : 1;
  const power = (bits >> fraction) & (2 ** exponent - 1);
  const part = (bits & (2 ** fraction - 1)) / 2 ** fraction;
  const bias = 2 ** (exponent - 1) - 1;
  if (power === 2 ** exponent - 1) return part ? NaN : sign * Infinity;
  return sign * (power ? (1 + part) * 2 ** (power - bias) : part * 2 ** (1 - bias));
}

/** The bits of all values of a type; those of NaN are one of its own. */
const halves = new Map(
  ['FP16', 'BF16'].map((type) => [
    type,
    new Map(Array.from({ length: 2 ** 16 }, (_, bits) => [keyOf(halfValue(type, bits)), bits])),
  ]),
);

function keyOf(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Of a value that the type has. */
function halfBits(type: string, value: number): number {
  const bits = halves.get(type)?.get(keyOf(value));
  if (bits === undefined) throw new Error(`${value} is no ${type}`);
  return bits;
}
