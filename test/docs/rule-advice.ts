/** A change that a sentence of a rule page recommends: text that the fixed example contains, and text that it does not contain. */
export interface Advice {
  readonly present: readonly string[];
  readonly absent: readonly string[];
  /** The smallest number that the only name in `present` can have. */
  readonly minimum?: number;
}

const NAME = '`[A-Za-z][\\w.]*(?:: [^`]+)?`'; // no text with placeholders
const NAMES = `(${NAME}(?: and ${NAME})*)`;
const SET = new RegExp(`^(?:set|add|use|write) ${NAMES}(?: instead of (\`[^\`]+\`))?(?: to (\\d+) or more)?`, 'i');
const OMIT = new RegExp(`^(?:omit|remove) ${NAMES}(?! from at least one)`, 'i');

/**
 * The alternatives that the text of a rule recommends, by sentence. A sentence begins with a verb and a name in backticks, such as
 * "Set `max_batch_size`, or remove `dynamic_batching`." Sentences with an alternative of any other form are skipped, because the fixed
 * example may show that alternative.
 */
export function adviceOf(text: string): { sentence: string; alternatives: Advice[] }[] {
  const [paragraph] = text.split(/\n\n/);
  return paragraph
    .split(/(?<=\.) (?=[A-Z])/)
    .filter((sentence) => /^(?:Set|Add|Use|Write|Omit|Remove) `/.test(sentence))
    .flatMap((sentence) => {
      const alternatives = sentence
        .replace(/\.$/, '')
        .split(/,? or (?=`|set|add|use|write|omit|remove)|, (?=`|set|add|use|omit|remove)/)
        .map((part, _, parts) => (part.startsWith('`') ? `${parts[0].split(' ')[0]} ${part}` : part))
        .map(adviceIn);
      return alternatives.every((advice) => advice !== undefined) ? [{ sentence, alternatives }] : [];
    });
}

function adviceIn(part: string): Advice | undefined {
  const [, set, instead, minimum] = SET.exec(part) ?? [];
  if (set) return { present: namesIn(set), absent: namesIn(instead), ...(minimum && { minimum: Number(minimum) }) };
  const [, omitted] = OMIT.exec(part) ?? [];
  return omitted ? { present: [], absent: namesIn(omitted) } : undefined;
}

function namesIn(list = ''): string[] {
  return [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
}

/** Whether a fixed example follows the advice. A property such as `server.pingMode` is `pingMode` in code. */
export function follows(example: string, { present, absent, minimum }: Advice): boolean {
  const has = (name: string): boolean => {
    const text = /^[a-z]\w*\.\w+$/.test(name) ? name.split('.')[1] : name;
    return new RegExp(`(?<!\\w)${text.replace(/[^\w]/g, '\\$&')}(?!\\w)`).test(example);
  };
  if (!present.every(has) || absent.some(has)) return false;
  if (minimum === undefined) return true;
  const name = present[0].split('.').at(-1);
  const [, value] = new RegExp(`\\b${name}: (-?\\d+)`).exec(example) ?? [];
  return value === undefined || Number(value) >= minimum; // a value such as `Size.mebibytes(16)` has a unit
}
