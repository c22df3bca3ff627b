/** Tokens of the text format, only as exact as finding a place in it needs. Its `lastIndex` says where the next one begins. */
export const TOKEN =
  /[ \t\r\n\v\f]+|#[^\n]*|"(?:[^"\\\n]|\\[^\n])*"?|'(?:[^'\\\n]|\\[^\n])*'?|[.\d][\w.+-]*|[A-Za-z_]\w*|[^]/y;

/** Whether a token that begins with this character is white space or a comment. */
export function isBlank(character: string): boolean {
  return /[ \t\r\n\v\f#]/.test(character);
}
