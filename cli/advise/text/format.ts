/** Formats a time with three digits: `1,230 ms`, `8.42 ms`. */
export function formatMilliseconds(milliseconds: number): string {
  return `${formatNumber(milliseconds)} ms`;
}

/** Formats a range of times: `120 to 135 ms`, or one time if both ends are equal. */
export function formatRange(range: readonly [number, number]): string {
  return `${formatEnds(range, formatNumber)} ms`;
}

/** Formats fractions as a range of percentages: `12 to 15 %`. */
export function formatPercentRange(low: number, high: number): string {
  return `${formatEnds([low, high], (fraction) => String(Math.round(100 * fraction)))} %`;
}

/** Formats a range: `1.2 to 3.4`, or one value if both ends are equal. */
export function formatEnds(range: readonly [number, number], format: (value: number) => string): string {
  const [from, to] = range.map(format);
  return from === to ? from : `${from} to ${to}`;
}

/** Formats a number with three significant digits. */
export function formatNumber(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US');
}
