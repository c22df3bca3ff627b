/**
 * Control characters except for tabs and line feeds, bidirectional controls, separators of lines and paragraphs, and lone surrogates.
 * Terminals and viewers interpret control characters, bidirectional controls and separators; lone surrogates are not valid Unicode.
 */
const UNSAFE = /(?![\t\n])\p{Cc}|\p{Bidi_Control}|[\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Commands such as `##[add-mask]` and `##vso[…]`, which the runners of GitHub and Azure find anywhere in a line. */
const RUNNER_COMMAND = /(##\w*)\[/g;

/**
 * Escapes characters that a terminal, or the runner of a workflow, would interpret. The escape sequences are JSON's, so JSON text keeps its
 * meaning.
 */
export function escapeControlCharacters(text: string): string {
  return text.replace(UNSAFE, escapeCharacter).replace(RUNNER_COMMAND, '$1\\u005b');
}

/** The escape sequence of a UTF-16 code unit in JSON, TypeScript and Python, such as `\\u2028`. */
export function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Escapes line breaks, so that a name with a line break does not add a line. */
export function escapeLineBreaks(text: string): string {
  return text.replaceAll('\n', String.raw`\n`);
}
