/** Non-finite numbers, which JSON cannot represent. */
const NON_FINITE = /-?\b(?:NaN|Infinity|Inf)\b/;

/**
 * Replaces the words NaN, Infinity and -Inf, which some programs write to JSON for non-finite numbers.
 *
 * @param replace returns the replacement of a word
 */
export function replaceNumberWords(json: string, replace: (word: string) => string): string {
  return replaceOutsideStrings(json, NON_FINITE, replace);
}

/** Replaces all numbers in JSON, including non-finite numbers. */
export function replaceNumbers(json: string, replace: (number: string) => string): string {
  return replaceOutsideStrings(json, new RegExp(`${NON_FINITE.source}|-?\\d[\\d.eE+-]*`), replace);
}

/**
 * Matches quotation marks instead of complete strings, because a pattern for complete strings overflows the stack for strings of several
 * megabytes.
 */
function replaceOutsideStrings(json: string, pattern: RegExp, replace: (match: string) => string): string {
  let isInString = false;
  return json.replace(new RegExp(`\\\\.|"|${pattern.source}`, 'gs'), (match) => {
    if (match === '"') isInString = !isInString;
    return isInString || match === '"' || match.startsWith('\\') ? match : replace(match);
  });
}
