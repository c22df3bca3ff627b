import { isFloat } from './elements';

/** By float type: the smallest number that becomes infinity when it is rounded to the type. */
const FLOAT_LIMITS: Record<string, number> = {
  FP16: 65_520,
  BF16: (2 - 2 ** -8) * 2 ** 127,
  FP32: (2 - 2 ** -24) * 2 ** 127,
};

/** A lone surrogate, which UTF-8 cannot encode. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Returns a function that checks whether a value has the type and range of a data type. */
export function elementCheck(dataType: string): (value: unknown) => boolean {
  if (dataType === 'BOOL') return (value) => typeof value === 'boolean';
  if (dataType === 'BYTES') {
    return (value) => (typeof value === 'string' ? !LONE_SURROGATE.test(value) : value instanceof Uint8Array);
  }
  if (isFloat(dataType)) {
    const limit = FLOAT_LIMITS[dataType] ?? Infinity;
    return (value) => typeof value === 'number' && (Math.abs(value) < limit || !Number.isFinite(value));
  }
  const [, unsigned, bits] = /^(U?)INT(\d+)$/.exec(dataType) ?? [];
  const half = 2 ** (Number(bits) - 1);
  const [minimum, exclusiveMaximum] = unsigned ? [0, 2 * half] : [-half, half];
  return (value) =>
    (Number.isInteger(value) || (bits === '64' && typeof value === 'bigint')) &&
    (value as number) >= minimum &&
    (value as number) < exclusiveMaximum;
}
