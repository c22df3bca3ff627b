/** Strings, which may have the words in them, and the words themselves. A cut string matches, too, so that the search is linear. */
const STRINGS_AND_WORDS = /"(?:[^"\\]|\\.)*"?|-?\b(?:NaN|Infinity|Inf)\b/gs;

/** JSON with something else for the numbers that it has no words for, as programs write them nevertheless: NaN, Infinity, -Inf. */
export function replaceNumberWords(json: string, write: (word: string) => string): string {
  return json.replace(STRINGS_AND_WORDS, (match) => (match.startsWith('"') ? match : write(match)));
}
