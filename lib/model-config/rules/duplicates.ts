/** Returns the indices of values that occur earlier in the list. */
export function duplicateIndices(values: readonly unknown[]): number[] {
  const earlierValues = new Set<unknown>();
  return values.flatMap((value, index) => {
    const isDuplicate = earlierValues.has(value);
    earlierValues.add(value);
    return isDuplicate ? [index] : [];
  });
}
