import { ConfigTextError } from './parse-error';
import { parseText } from './parse-text';
import { offsetAt } from './position';
import { isBlank, TOKEN } from './tokens';

/** As many as are shown of one list of findings. */
const MOST_ERRORS = 20;

const CLOSING: { readonly [opening: string]: string | undefined } = { '{': '}', '<': '>', '[': ']' };

/**
 * The errors of a text that cannot be parsed: all misspelt fields and values, and the first error of another kind, behind which nothing can
 * be told.
 */
export function textErrors(text: string, source: string): ConfigTextError[] {
  const errors: ConfigTextError[] = [];
  let rest: string | undefined = text;
  while (rest !== undefined && errors.length < MOST_ERRORS) {
    try {
      parseText(rest, source);
      return errors;
    } catch (error) {
      if (!(error instanceof ConfigTextError)) throw error;
      errors.push(error);
      rest = withoutTypo(rest, error);
    }
  }
  return errors;
}

/** The text without what is misspelt, with all other characters at their places; undefined where the error is of another kind. */
function withoutTypo(text: string, { position, typo }: ConfigTextError): string | undefined {
  const start = offsetAt(text, position);
  // 0 is a value of every enum.
  if (typo === 'value') return blank(text, start, wordEnd(text, start), '0');
  if (typo === undefined) return undefined;
  const end = fieldEnd(text, start);
  const [separator = ''] = /^\s*[,;]/.exec(text.slice(end, end + 1000)) ?? [];
  return blank(text, start, end + separator.length, '');
}

function blank(text: string, start: number, end: number, first: string): string {
  const removed = first + text.slice(start + first.length, end).replace(/[^\n]/g, ' ');
  return text.slice(0, start) + removed + text.slice(end);
}

function wordEnd(text: string, start: number): number {
  TOKEN.lastIndex = start;
  return start + (TOKEN.exec(text)?.[0].length ?? 0);
}

/** Where a field ends whose name begins at an offset: behind its value, or behind the bracket that ends its message or list. */
function fieldEnd(text: string, start: number): number {
  const open: string[] = [];
  let end = wordEnd(text, start);
  let isString = false;
  while (end < text.length) {
    const next = wordEnd(text, end);
    const token = text.slice(end, next);
    if (isString && !isBlank(token[0]) && !/^["']/.test(token)) return end; // strings one after the other are one string
    end = next;
    if (isBlank(token[0]) || token === ':' || token === '-') continue;
    const closing = CLOSING[token];
    if (closing) open.push(closing);
    else if (token === open.at(-1)) open.pop();
    else isString = open.length === 0 && /^["']/.test(token);
    if (open.length === 0 && !isString) return end;
  }
  return end;
}
