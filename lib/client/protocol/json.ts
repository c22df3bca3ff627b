import { isUtf8 } from 'buffer';
import { randomUUID } from 'crypto';
import { replaceNumbers } from '../../files/json-words';

/** Matches text that can contain numbers that JSON.parse rejects, rounds or converts to infinity. */
const UNUSUAL_NUMBER = /NaN|Inf|\d{16}|[eE]\+?\d{3}/;

/** An integer in JSON. */
const INTEGER = /^-?(?:0|[1-9]\d*)$/;

/**
 * Parses JSON that can contain NaN, Infinity and -Infinity, which Triton writes. Integers above 2^53 are bigints.
 *
 * @throws SyntaxError with a message that contains no part of the bytes
 */
export function parseTritonJson(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) throw new SyntaxError('not UTF-8');
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const value = UNUSUAL_NUMBER.test(json) ? parseUnusualNumbers(json) : parse(json);
  if (hasDuplicateName(json)) throw new SyntaxError('JSON with an object that has a name more than once');
  return value;
}

/**
 * Parses JSON with numbers that JSON.parse does not support. Each of these numbers is first replaced with an object, whose only property
 * has a random name that cannot be in the text, and then converted back to a number.
 */
function parseUnusualNumbers(json: string): unknown {
  const markerName = randomUUID();
  let markedCount = 0;
  const mark = (number: string): string => {
    markedCount++;
    return `{"${markerName}":"${number}"}`;
  };
  const replaced = replaceNumbers(json, (number) => {
    if (/[Ia]/.test(number)) return mark(number.replace(/Inf$/, 'Infinity'));
    if (Math.abs(Number(number)) === Infinity) throw new SyntaxError('JSON with a number beyond the range of FP64');
    return INTEGER.test(number) && !Number.isSafeInteger(Number(number)) ? mark(number) : number;
  });
  if (markedCount === 0) return parse(json);
  return parse(replaced, (_, value) => {
    const number = value?.[markerName];
    if (number === undefined) return value;
    return INTEGER.test(number) ? BigInt(number) : Number(number);
  });
}

// oxlint-disable-next-line typescript/no-explicit-any -- JSON.parse's type of a reviver
function parse(json: string, reviver?: (key: string, value: any) => unknown): unknown {
  try {
    return JSON.parse(json, reviver);
  } catch {
    throw new SyntaxError('truncated, or not JSON');
  }
}

/**
 * Whether an object in valid JSON has duplicate names. JSON.parse uses the last value, but other parsers can use the first.
 *
 * The parameters of a response can have duplicate names: Triton adds sequence_id, sequence_start and sequence_end once for each output of an
 * ensemble (triton-inference-server/core, ensemble_scheduler.cc). No tensor depends on them, unlike on the parameters of an output.
 */
function hasDuplicateName(json: string): boolean {
  const namesOfOpenObjects: (Set<string> | undefined)[] = [];
  let lastTopLevelName = '';
  const delimiters = /["{}]/g;
  for (let delimiter = delimiters.exec(json); delimiter; delimiter = delimiters.exec(json)) {
    const depth = namesOfOpenObjects.length;
    const names = namesOfOpenObjects.at(-1);
    if (delimiter[0] === '{') {
      const isInParameters = depth === 1 ? lastTopLevelName === 'parameters' : depth > 1 && !names;
      namesOfOpenObjects.push(isInParameters ? undefined : new Set());
    } else if (delimiter[0] === '}') namesOfOpenObjects.pop();
    else {
      delimiters.lastIndex = endOfString(json, delimiter.index);
      if (!names || !isPropertyName(json, delimiters.lastIndex)) continue;
      const name = JSON.parse(json.slice(delimiter.index, delimiters.lastIndex)) as string;
      if (names.has(name)) return true;
      names.add(name);
      if (depth === 1) lastTopLevelName = name;
    }
  }
  return false;
}

function endOfString(json: string, start: number): number {
  const quotesAndEscapes = /["\\]/g;
  quotesAndEscapes.lastIndex = start + 1;
  while (quotesAndEscapes.exec(json)?.[0] === '\\') quotesAndEscapes.lastIndex++;
  return quotesAndEscapes.lastIndex;
}

/** Whether the string that ends at `end` is the name of a property: a colon follows. */
function isPropertyName(json: string, end: number): boolean {
  const next = /\S/g;
  next.lastIndex = end;
  return next.exec(json)?.[0] === ':';
}
