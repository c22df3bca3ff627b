import { replaceNumberWords } from '../../platform/json-words';

/** Stands for a number that JSON has no word for. */
const WORD = 'number that is not finite';

/**
 * Parses JSON in which numbers may also be NaN, Infinity or -Infinity, as Triton writes them.
 *
 * @throws SyntaxError when it is neither
 */
export function parseTritonJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    let words = 0;
    const quoted = replaceNumberWords(text, (word) => {
      words++;
      return `{"${WORD}":"${word.replace(/Inf$/, 'Infinity')}"}`;
    });
    if (words === 0) throw error;
    return JSON.parse(quoted, (_, value) => (value?.[WORD] === undefined ? value : Number(value[WORD])));
  }
}
