import { escapeControlCharacters, escapeLineBreaks } from '../../lib/findings/escape-control-characters';

/** Longer texts are truncated, since CloudWatch Logs would split a line of more than 256 KB. An escaped character has 6 bytes. */
const MAXIMUM_CHARACTERS = 40_000;

/**
 * Logs a text as one line. All handlers log with this function, since a text may be from a model: if the text contained a complete line in
 * the embedded metric format, CloudWatch Logs would convert that line to metrics.
 */
export function log(text: string): void {
  // oxlint-disable-next-line no-console -- the only use
  console.log(escapeLineBreaks(escapeControlCharacters(text.slice(0, MAXIMUM_CHARACTERS))));
}
