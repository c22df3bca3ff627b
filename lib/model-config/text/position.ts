/** A place in a text, both numbers from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The place of a character, by its index. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
