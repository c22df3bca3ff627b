/** Formats a time with three digits: `1,230 ms`, `8.42 ms`. */
export function formatMilliseconds(milliseconds: number): string {
  return `${formatNumber(milliseconds)} ms`;
}

/** Formats a range of times: `120 to 135 ms`, or one time if both ends are equal. */
export function formatRange([low, high]: readonly [number, number]): string {
  const [from, to] = [low, high].map(formatNumber);
  return from === to ? `${from} ms` : `${from} to ${to} ms`;
}

/** Formats a number with three significant digits. */
export function formatNumber(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US');
}

/** Formats fractions as a range of percentages: `12 to 15 %`. */
export function formatPercentRange(low: number, high: number): string {
  const [from, to] = [low, high].map((fraction) => Math.round(100 * fraction));
  return from === to ? `${from} %` : `${from} to ${to} %`;
}
