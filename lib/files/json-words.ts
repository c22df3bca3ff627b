/** Escaped characters, quotation marks, and non-finite numbers, which JSON cannot represent. */
const TOKENS = /\\.|"|-?\b(?:NaN|Infinity|Inf)\b/gs;

/**
 * Replaces the words NaN, Infinity and -Inf, which some programs write to JSON for non-finite numbers.
 *
 * Matches quotation marks instead of complete strings, because a pattern for complete strings overflows the stack for strings of several
 * megabytes.
 *
 * @param replace returns the replacement of a word
 */
export function replaceNumberWords(json: string, replace: (word: string) => string): string {
  let isInString = false;
  return json.replace(TOKENS, (match) => {
    if (match === '"') isInString = !isInString;
    return isInString || match === '"' || match.startsWith('\\') ? match : replace(match);
  });
}
