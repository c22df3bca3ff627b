/** A place in a text, both numbers from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The place of a character, by its index. */
export function positionAt(text: string, offset: number): Position {
  return positions(text)(offset);
}

/** The index of the character at a place. */
export function offsetAt(text: string, { line, column }: Position): number {
  let start = 0;
  for (let at = 1; at < line; at++) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
}

/** The places of many characters of one text, which is read once. */
export function positions(text: string): (offset: number) => Position {
  const lineStarts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lineStarts.push(end + 1);
  return (offset) => {
    const line = lastUpTo(offset, lineStarts);
    return { line: line + 1, column: offset - lineStarts[line] + 1 };
  };
}

/** The index of the last of some rising numbers that is not above a number. */
function lastUpTo(limit: number, numbers: readonly number[]): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (numbers[middle] <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
