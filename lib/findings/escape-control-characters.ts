/**
 * Control characters except for tabs and line feeds, bidirectional controls, and lone surrogates. Terminals interpret control characters
 * and bidirectional controls; lone surrogates are not valid Unicode.
 */
const UNSAFE = /(?![\t\n])\p{Cc}|\p{Bidi_Control}|\p{Cs}/gu;

/** Escapes characters that a terminal would interpret. The escape sequences are JSON's, so JSON text keeps its meaning. */
export function escapeControlCharacters(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
