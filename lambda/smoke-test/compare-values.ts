/** How close two numbers have to be. */
export interface Tolerance {
  readonly absoluteTolerance: number;
  readonly relativeTolerance: number;
}

/** Where the values differ most from the expected ones, in words; undefined when all are within tolerance. */
export function compareValues(actual: unknown[], expected: unknown[], tolerance: Tolerance): string | undefined {
  if (actual.length !== expected.length) return `${actual.length} values, expected ${expected.length}`;
  const differences = actual.map((value, index) => excess(value, expected[index], tolerance));
  const beyond = differences.filter((difference) => difference > 0).length;
  if (beyond === 0) return undefined;
  const worst = differences.reduce((best, difference, index) => (difference > differences[best] ? index : best), 0);
  return (
    `${beyond} of ${actual.length} values differ from the example's; the worst is element ${worst}: ` +
    `${JSON.stringify(actual[worst])}, expected ${JSON.stringify(expected[worst])} ` +
    `(tolerance ${tolerance.absoluteTolerance} + ${tolerance.relativeTolerance} × expected)`
  );
}

/** By how much a value misses what is allowed; anything but numbers has to be equal. */
function excess(actual: unknown, expected: unknown, { absoluteTolerance, relativeTolerance }: Tolerance): number {
  if (typeof actual === 'number' && typeof expected === 'number') {
    return Math.abs(actual - expected) - absoluteTolerance - relativeTolerance * Math.abs(expected);
  }
  return actual === expected ? 0 : Infinity;
}
