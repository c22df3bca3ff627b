import { TensorElements } from '../../lib/client/protocol/elements';
import { toBuffer } from '../../lib/client/protocol/strings';

/** The accepted difference between two numbers. */
export interface Tolerance {
  readonly absoluteTolerance: number;
  readonly relativeTolerance: number;
}

/**
 * Compares values with the expected values. Returns a sentence about the largest difference, or undefined if all differences are within the
 * tolerance. The sentence contains no value of the response.
 */
export function compareValues(
  actual: TensorElements,
  expected: TensorElements,
  tolerance: Tolerance,
): string | undefined {
  if (actual.length !== expected.length) return `${actual.length} values, expected ${expected.length}`;
  let differenceCount = 0;
  let worstIndex = 0;
  let largestExcess = 0;
  for (let index = 0; index < actual.length; index++) {
    const difference = excessOverTolerance(actual[index], expected[index], tolerance);
    if (difference > 0) differenceCount++;
    if (difference > largestExcess) [worstIndex, largestExcess] = [index, difference];
  }
  if (differenceCount === 0) return undefined;
  const allowed = `${tolerance.absoluteTolerance} + ${tolerance.relativeTolerance} × expected`;
  const excess = Number.isFinite(largestExcess)
    ? `, by ${Number(largestExcess.toPrecision(1))} more than the tolerance of ${allowed}`
    : '';
  return `${differenceCount} of ${actual.length} values differ from the example's; the largest difference is in element ${worstIndex}${excess}`;
}

/** How much the difference of two values exceeds the tolerance. If values that are not numbers differ, the result is infinity. */
function excessOverTolerance(
  actual: unknown,
  expected: unknown,
  { absoluteTolerance, relativeTolerance }: Tolerance,
): number {
  const comparable = convertToTypeOf(actual, expected);
  if (Object.is(actual, comparable)) return 0;
  if (isNumber(actual) && isNumber(comparable)) {
    const excessDistance =
      distance(actual, comparable) - absoluteTolerance - relativeTolerance * Math.abs(Number(comparable));
    return Number.isNaN(excessDistance) ? Infinity : excessDistance;
  }
  if (Buffer.isBuffer(actual)) return actual.equals(toBuffer(comparable)) ? 0 : Infinity;
  return Infinity;
}

/** Converts an expected value, which was parsed from JSON, to the type of the actual value. */
function convertToTypeOf(actual: unknown, expected: unknown): unknown {
  if (typeof actual === 'bigint' && Number.isInteger(expected)) {
    // The JSON parser may have rounded the expected integer, so the actual value counts as equal if it rounds to the same number.
    const isRounded = !Number.isSafeInteger(expected) && Number(actual) === expected;
    return isRounded ? actual : BigInt(expected as number);
  }
  if (typeof actual === 'number' && typeof expected === 'bigint') return Number(expected);
  if (typeof actual === 'string' && Buffer.isBuffer(expected)) return expected.toString();
  return expected;
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** The absolute difference. Large integers are subtracted before the conversion to a number, which would round them. */
function distance(a: number | bigint, b: number | bigint): number {
  const difference = typeof a === 'bigint' && typeof b === 'bigint' ? Number(a - b) : Number(a) - Number(b);
  return Math.abs(difference);
}
