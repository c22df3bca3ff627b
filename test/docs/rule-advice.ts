/** The examples of a rule page: the one that violates the rule, and the fixed one. */
export interface Examples {
  readonly wrong: string;
  readonly fixed: string;
}

/** A change that a sentence of a rule page recommends. All conditions that are set must be met. */
export interface Advice {
  /** Names that the fixed example contains. */
  readonly present?: readonly string[];
  /** Names that the fixed example does not contain. */
  readonly absent?: readonly string[];
  /** The smallest number that the only name in `present` can have. */
  readonly minimum?: number;
  /** The numbers that the only name in `present` can have. */
  readonly values?: readonly number[];
  /** Names of which the fixed example has a larger or a smaller number than the wrong example, at least one of them. */
  readonly increased?: readonly string[];
  readonly reduced?: readonly string[];
  /** Names whose value differs between the examples. */
  readonly changed?: readonly string[];
  /** The range of the numbers that are only in the fixed example. A name stands for its value. */
  readonly range?: readonly [number, number | string];
  /** The form of the quoted texts that are only in the fixed example. */
  readonly text?: RegExp;
  /** Whether the wrong example contains more than the fixed example. */
  readonly isShorter?: boolean;
}

const NAME = '`[A-Za-z][\\w.]*(?:: [^`]+)?`'; // no text with placeholders
const NAMES = `(${NAME}(?: and ${NAME})*)`;
const ANY_NAMES = `(${NAME}(?: (?:and|or) ${NAME})*)`;
const VERBS = 'set|add|use|write|omit|remove|move|increase|decrease|reduce|change|correct';

const CHARACTERS = /^use letters, digits, `-` and `_`/i;

/** The forms of advice that are understood. The first form that matches determines the advice. */
const FORMS: readonly (readonly [RegExp, (match: string[]) => Advice])[] = [
  [
    /^use (?:a )?(?:values?|levels?) from (\d+) to (`\w+`|\d+)/i,
    ([, from, to]) => ({ range: [Number(from), limitOf(to)] }),
  ],
  [CHARACTERS, () => ({ text: /^[\w-]+$/ })],
  [/^move the \w+ into the model's folder/i, () => ({ text: /^[^/]*$/ })],
  [/^use one (\w+) (\w+)$/i, ([, first, second]) => ({ present: [`${first}_${second}s: 1`] })],
  [
    new RegExp(`^(?:set|add|use|write) ${NAMES} instead of (\`[^\`]+\`)`, 'i'),
    ([, set, instead]) => ({ present: namesIn(set), absent: namesIn(instead) }),
  ],
  [
    new RegExp(`^(?:set|use) ${NAMES} to (?:(\\d+) or more|at least (\\d+))`, 'i'),
    ([, set, least, minimum = least]) => ({ present: namesIn(set), minimum: Number(minimum) }),
  ],
  [
    new RegExp(`^(?:set|use) ${NAMES} to (\\d+)(?: or (\\d+))?(?! to)\\b`, 'i'),
    ([, set, ...values]) => ({ present: namesIn(set), values: values.filter(Boolean).map(Number) }),
  ],
  [new RegExp(`^(?:set|add|use|write) ${NAMES}`, 'i'), ([, set]) => ({ present: namesIn(set) })],
  [new RegExp(`^(?:omit|remove) ${NAMES}(?! from at least one)`, 'i'), ([, omitted]) => ({ absent: namesIn(omitted) })],
  [/^(?:omit|remove) (?:it|both|one|the|duplicate) ?/i, () => ({ isShorter: true })],
  [new RegExp(`^increase ${ANY_NAMES}`, 'i'), ([, names]) => ({ increased: namesIn(names) })],
  [new RegExp(`^(?:decrease|reduce) ${ANY_NAMES}`, 'i'), ([, names]) => ({ reduced: namesIn(names) })],
  [new RegExp(`^(?:change|correct) ${NAMES}`, 'i'), ([, names]) => ({ changed: namesIn(names) })],
];

/**
 * The alternatives that the text of a rule recommends, by sentence. A sentence begins with a verb, such as "Set `max_batch_size`, or remove
 * `dynamic_batching`." Sentences with an alternative of any other form are skipped, because the fixed example may show that alternative.
 */
export function adviceOf(text: string): { sentence: string; alternatives: Advice[] }[] {
  const [paragraph] = text.split(/\n\n/);
  return paragraph
    .split(/(?<=\.) (?=[A-Z])/)
    .filter((sentence) => new RegExp(`^(?:${VERBS}) `, 'i').test(sentence))
    .flatMap((sentence) => {
      const alternatives = partsOf(sentence.replace(/\.$/, '')).map(adviceIn);
      return alternatives.every((advice) => advice !== undefined) ? [{ sentence, alternatives }] : [];
    });
}

/** The alternatives in a sentence. A part without a verb has the verb of the first part: "Set `a` or `b`". */
function partsOf(sentence: string): string[] {
  if (CHARACTERS.test(sentence)) return [sentence];
  const parts = sentence.split(new RegExp(`,? or (?=\`|(?:${VERBS})\\b)|, (?=\`|(?:${VERBS})\\b)`));
  return parts.map((part) => (part.startsWith('`') ? `${parts[0].split(' ')[0]} ${part}` : part));
}

function adviceIn(part: string): Advice | undefined {
  for (const [form, advice] of FORMS) {
    const match = form.exec(part);
    if (match) return advice(match);
  }
  return undefined;
}

function namesIn(list = ''): string[] {
  return [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
}

function limitOf(text: string): number | string {
  return text.startsWith('`') ? text.slice(1, -1) : Number(text);
}

/** Whether a fixed example follows the advice. A property such as `server.pingMode` is `pingMode` in code. */
export function follows({ wrong, fixed }: Examples, advice: Advice): boolean {
  const { present = [], absent = [], increased, reduced, changed, range, text } = advice;
  const compares = (
    names: readonly string[] | undefined,
    isRight: (before: number, after: number) => boolean,
  ): boolean =>
    names === undefined ||
    names.some((name) => isRight(numberOf(wrong, name) ?? NaN, numberOf(fixed, name) ?? NaN)) ||
    names.every((name) => numberOf(wrong, name) === undefined || numberOf(fixed, name) === undefined);
  return (
    present.every((name) => contains(fixed, name)) &&
    !absent.some((name) => contains(fixed, name)) &&
    hasNumber(fixed, advice) &&
    compares(increased, (before, after) => after > before) &&
    compares(reduced, (before, after) => after < before) &&
    (changed ?? []).every((name) => valueOf(wrong, name) !== valueOf(fixed, name)) &&
    (range === undefined || isWithin({ wrong, fixed }, range)) &&
    (text === undefined || newItems(wrong, fixed, /"([^"]*)"|'([^']*)'/g).every((item) => text.test(item))) &&
    (!advice.isShorter || fixed.length < wrong.length)
  );
}

/** The name of a property without the name of its object. */
function plainName(name: string): string {
  return /^[a-z]\w*\.\w+$/.test(name) ? name.split('.')[1] : name;
}

function contains(example: string, name: string): boolean {
  return new RegExp(`(?<!\\w)${plainName(name).replace(/[^\w]/g, '\\$&')}(?!\\w)`).test(example);
}

/** The text of the first value of a field or property, or of a parameter of a model. */
function valueOf(example: string, name: string): string | undefined {
  const patterns = [`\\b${plainName(name)}: (.*)`, `key: "${name}"[^]*?string_value: (.*)`];
  return patterns.flatMap((pattern) => new RegExp(pattern).exec(example)?.[1] ?? [])[0];
}

/** Units of durations in seconds, and of sizes in bytes. */
const UNITS: Record<string, number> = {
  millis: 0.001,
  seconds: 1,
  minutes: 60,
  hours: 3600,
  days: 86_400,
  bytes: 1,
  kibibytes: 1024,
  mebibytes: 1024 ** 2,
  gibibytes: 1024 ** 3,
};

/** The number that a name has, if the example contains it as a number, a duration or a size. */
function numberOf(example: string, name: string): number | undefined {
  const [, , unit, value] = /^((?:Duration|Size)\.(\w+)\()?(-?[\d.]+)/.exec(valueOf(example, name) ?? '') ?? [];
  return value === undefined ? undefined : Number(value) * (unit ? UNITS[unit] : 1);
}

function hasNumber(example: string, { present = [], minimum, values }: Advice): boolean {
  const [, value] = /^(-?\d+)/.exec(valueOf(example, present[0]?.split('.').at(-1) ?? '') ?? '') ?? [];
  if (value === undefined) return true; // a value such as `Size.mebibytes(16)` has a unit
  return Number(value) >= (minimum ?? -Infinity) && (values ?? [Number(value)]).includes(Number(value));
}

function isWithin({ wrong, fixed }: Examples, [from, to]: readonly [number, number | string]): boolean {
  const limit = typeof to === 'string' ? numberOf(fixed, to) : to;
  const numbers = newItems(wrong, fixed, /(?<![\w.])(-?\d+(?:\.\d+)?)/g).map(Number);
  return numbers.length > 0 && numbers.every((number) => number >= from && number <= (limit ?? Infinity));
}

/** Matches in the lines of the fixed example that the wrong example does not contain. */
function newItems(wrong: string, fixed: string, pattern: RegExp): string[] {
  const lines = wrong.split('\n');
  return fixed
    .split('\n')
    .filter((line) => !lines.includes(line))
    .flatMap((line) => [...line.matchAll(pattern)])
    .map(([, ...groups]) => groups.find((group) => group !== undefined) ?? '');
}
