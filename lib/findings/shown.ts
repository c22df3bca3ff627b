/**
 * Control characters but for tabs and ends of lines, what changes the direction of text, and halves of characters. A terminal obeys the first
 * two, and the last are not Unicode.
 */
const OBEYED = /(?![\t\n])\p{Cc}|\p{Bidi_Control}|\p{Cs}/gu;

/** Text that a terminal shows and does not obey. Escapes are written as in JSON, so that JSON stays what it is. */
export function shown(text: string): string {
  return text.replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
