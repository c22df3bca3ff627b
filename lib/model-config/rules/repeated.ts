/** Positions of the values that occurred before. */
export function repeated(values: readonly unknown[]): number[] {
  const seen = new Set<unknown>();
  return values.flatMap((value, index) => {
    const before = seen.has(value);
    seen.add(value);
    return before ? [index] : [];
  });
}
