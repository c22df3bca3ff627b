import { isUtf8 } from 'buffer';
import { randomUUID } from 'crypto';
import { replaceNumbers } from '../../platform/json-words';
import { hasDuplicateName } from './duplicate-name';

/** What text has that contains a number that JSON.parse rejects, rounds or makes infinite. */
const UNUSUAL_NUMBER = /NaN|Inf|\d{16}|[eE]\+?\d{3}/;

/** An integer as JSON writes it. */
const INTEGER = /^-?(?:0|[1-9]\d*)$/;

/**
 * Parses JSON in which numbers may also be NaN, Infinity or -Infinity, as Triton writes them. Integers beyond 2^53 are bigints.
 *
 * @throws SyntaxError that says what the bytes are instead, without a part of them
 */
export function parseTritonJson(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) throw new SyntaxError('not UTF-8');
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const value = UNUSUAL_NUMBER.test(json) ? parseUnusual(json) : parse(json);
  if (hasDuplicateName(json)) throw new SyntaxError('JSON with an object that has a name more than once');
  return value;
}

/** Numbers that JSON.parse does not read become objects with a name that nothing in the text can have, since it is made for this call. */
function parseUnusual(json: string): unknown {
  const name = randomUUID();
  let marked = 0;
  const mark = (number: string): string => {
    marked++;
    return `{"${name}":"${number}"}`;
  };
  const replaced = replaceNumbers(json, (number) => {
    if (/[Ia]/.test(number)) return mark(number.replace(/Inf$/, 'Infinity'));
    if (Math.abs(Number(number)) === Infinity) throw new SyntaxError('JSON with a number beyond the range of FP64');
    return INTEGER.test(number) && !Number.isSafeInteger(Number(number)) ? mark(number) : number;
  });
  if (marked === 0) return parse(json);
  return parse(replaced, (_, value) => {
    const number = value?.[name];
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
