import assert from 'assert/strict';

/** What differs between machines: times, sizes of files, the last digits of floating-point numbers, columns' widths, reporters of tests. */
const DIFFERING: [RegExp, string][] = [
  [/^ok \d+ -/gm, '✔'],
  [/[\d.]+ (ms|bytes|kB)/g, '# $1'],
  [/\d+\.\d+(?:e-\d+)?/g, '#'],
  [/ {2,}/g, ' '],
];

/** Fails unless an output has the lines that a page shows, in this order. A page may leave out lines, and `…` stands for any text. */
export function assertShows(output: string, shown: string): void {
  const lines = plain(output).split('\n');
  for (const line of plain(shown).split('\n')) {
    const parts = line.split('…');
    const has = (each: string): boolean => parts.every((part) => each.includes(part));
    while (lines.length > 0 && !has(lines[0])) lines.shift();
    assert(
      lines.length > 0,
      `the page shows a line that was not printed, or not after the lines before it:\n${line}\n\nprinted:\n${output}`,
    );
  }
}

function plain(text: string): string {
  return DIFFERING.reduce((before, [pattern, replacement]) => before.replace(pattern, replacement), text.trim());
}
