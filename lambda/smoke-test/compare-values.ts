import { Elements } from '../../lib/client/protocol/elements';
import { toBuffer } from '../../lib/client/protocol/strings';

/** How close two numbers have to be. */
export interface Tolerance {
  readonly absoluteTolerance: number;
  readonly relativeTolerance: number;
}

/**
 * Where the values differ most from the expected ones, in words; undefined when all are within tolerance.
 *
 * @param showValues whether the words may have values of the answer
 */
export function compareValues(
  actual: Elements,
  expected: Elements,
  tolerance: Tolerance,
  showValues = false,
): string | undefined {
  if (actual.length !== expected.length) return `${actual.length} values, expected ${expected.length}`;
  let beyond = 0;
  let worst = 0;
  let largest = 0;
  for (let index = 0; index < actual.length; index++) {
    const difference = excess(actual[index], expected[index], tolerance);
    if (difference > 0) beyond++;
    if (difference > largest) [worst, largest] = [index, difference];
  }
  if (beyond === 0) return undefined;
  const values = showValues ? `: ${show(actual[worst])}, expected ${show(expected[worst])}` : '';
  const allowed = `${tolerance.absoluteTolerance} + ${tolerance.relativeTolerance} × expected`;
  const by = Number.isFinite(largest)
    ? `, by ${Number(largest.toPrecision(showValues ? 3 : 1))} more than the tolerance of ${allowed}`
    : '';
  return `${beyond} of ${actual.length} values differ from the example's; the largest difference is in element ${worst}${values}${by}`;
}

/** By how much a value misses what is allowed; anything but numbers has to be equal. */
function excess(actual: unknown, expected: unknown, { absoluteTolerance, relativeTolerance }: Tolerance): number {
  const wanted = alike(expected, actual);
  if (Object.is(actual, wanted)) return 0;
  if (isNumber(actual) && isNumber(wanted)) {
    const miss = distance(actual, wanted) - absoluteTolerance - relativeTolerance * Math.abs(Number(wanted));
    return Number.isNaN(miss) ? Infinity : miss;
  }
  if (Buffer.isBuffer(actual)) return actual.equals(toBuffer(wanted)) ? 0 : Infinity;
  return Infinity;
}

/** Expected values come from JSON, which has one type of number and only text. */
function alike(expected: unknown, actual: unknown): unknown {
  if (typeof actual === 'bigint' && Number.isInteger(expected)) {
    // JSON of the example has rounded it.
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

/** Large integers are subtracted before they lose digits. */
function distance(one: number | bigint, other: number | bigint): number {
  const difference =
    typeof one === 'bigint' && typeof other === 'bigint' ? Number(one - other) : Number(one) - Number(other);
  return Math.abs(difference);
}

function show(value: unknown): string {
  return Buffer.isBuffer(value) || typeof value === 'bigint' ? `"${value.toString()}"` : JSON.stringify(value);
}
