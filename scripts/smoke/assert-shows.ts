import assert from 'assert/strict';

/** Parts of the output that differ between hosts: times, file sizes, digits of floating-point numbers, column widths. */
const NORMALIZATIONS: [RegExp, string][] = [
  [/[\d.]+ (ms|bytes|kB)/g, '# $1'],
  [/\d+\.\d+(?:e-\d+)?/g, '#'],
  [/ {2,}/g, ' '],
];

/** Asserts that the output contains the lines of a page in the same order. The page may omit lines, and `…` matches any text. */
export function assertShows(output: string, shown: string): void {
  const lines = normalize(output).split('\n');
  for (const line of normalize(shown).split('\n')) {
    const parts = line.split('…');
    const matches = (each: string): boolean => parts.every((part) => each.includes(part));
    while (lines.length > 0 && !matches(lines[0])) lines.shift();
    assert(
      lines.length > 0,
      `the page shows a line that was not printed, or not after the lines before it:\n${line}\n\nprinted:\n${output}`,
    );
  }
}

function normalize(text: string): string {
  return NORMALIZATIONS.reduce((before, [pattern, replacement]) => before.replace(pattern, replacement), text.trim());
}
