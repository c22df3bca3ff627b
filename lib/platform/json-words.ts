/** Numbers that JSON has no words for. */
const WORDS = /-?\b(?:NaN|Infinity|Inf)\b/;

/** JSON with something else for the numbers that it has no words for, as programs write them nevertheless: NaN, Infinity, -Inf. */
export function replaceNumberWords(json: string, write: (word: string) => string): string {
  return replaceOutsideStrings(json, WORDS, write);
}

/** JSON with something else for each number, including the words. */
export function replaceNumbers(json: string, write: (number: string) => string): string {
  return replaceOutsideStrings(json, new RegExp(`${WORDS.source}|-?\\d[\\d.eE+-]*`), write);
}

/** A pattern of whole strings would overflow the stack of the engine with strings of some megabytes. */
function replaceOutsideStrings(json: string, pattern: RegExp, write: (match: string) => string): string {
  let isInString = false;
  return json.replace(new RegExp(`\\\\.|"|${pattern.source}`, 'gs'), (match) => {
    if (match === '"') isInString = !isInString;
    return isInString || match === '"' || match.startsWith('\\') ? match : write(match);
  });
}
