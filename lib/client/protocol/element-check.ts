import { isFloat } from './elements';

/** Above half of the last step beyond the largest number of a type, rounding to the nearest makes infinity. */
const FLOAT_LIMITS: Record<string, number> = {
  FP16: 65_520,
  BF16: (2 - 2 ** -8) * 2 ** 127,
  FP32: (2 - 2 ** -24) * 2 ** 127,
};

/** A part of a character of UTF-16, which has no bytes in UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** What says whether a value can be an element of a type: its kind, and its range. */
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
  const [from, below] = unsigned ? [0, 2 * half] : [-half, half];
  return (value) =>
    (Number.isInteger(value) || (bits === '64' && typeof value === 'bigint')) &&
    (value as number) >= from &&
    (value as number) < below;
}
