import type { Message } from '@bufbuild/protobuf';
import { fromText } from '@bufbuild/protobuf/txtpb';
import { modelConfigDescriptor } from '../schema/descriptor';
import { BYTE_ORDER_MARK_ERROR, ConfigTextError, explainParserError, Explanation } from './parse-error';
import { TextScan } from './scan';

const BYTE_ORDER_MARK = '\uFEFF';

/** Maximum number of errors to collect. A report shows at most this number of findings of one kind. */
const MAX_ERRORS = 20;

/**
 * Parses a config.pbtxt.
 *
 * @param source name of the text in errors
 * @throws ConfigTextError
 */
export function parseText(text: string, source: string): Message {
  const result = tryParse(text);
  if ('message' in result) return result.message;
  const { position, reason, ruleId } = locateError(text, result.problem, new TextScan(text));
  throw new ConfigTextError(source, position, reason, ruleId);
}

/** Returns all misspelled fields and values in a text, up to the first error of a different kind, which hides later errors. */
export function textErrors(text: string, source: string): ConfigTextError[] {
  const errors: ConfigTextError[] = [];
  const scan = new TextScan(text);
  const listedTypes = new Set<string>();
  let remaining: string | undefined = text;
  while (remaining !== undefined && errors.length < MAX_ERRORS) {
    const result = tryParse(remaining);
    if ('message' in result) break;
    const error = locateError(remaining, result.problem, scan, listedTypes);
    errors.push(new ConfigTextError(source, error.position, error.reason, error.ruleId));
    remaining = withoutTypo(remaining, error, scan);
  }
  return errors;
}

/** A parsed text, or the error message of the parser. The error message contains no position. */
type ParseResult = { readonly message: Message } | { readonly problem: string };

function tryParse(text: string): ParseResult {
  if (text.startsWith(BYTE_ORDER_MARK)) return { problem: 'unexpected byte order mark' }; // Triton rejects the mark, but the parser ignores it
  try {
    return { message: fromText(modelConfigDescriptor(), text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

interface LocatedError extends Explanation {
  readonly position: { readonly line: number; readonly column: number };
  /** Index of the token at the error. */
  readonly token: number;
}

function locateError(text: string, problem: string, scan: TextScan, listedTypes?: Set<string>): LocatedError {
  if (text.startsWith(BYTE_ORDER_MARK)) return { ...BYTE_ORDER_MARK_ERROR, position: { line: 1, column: 1 }, token: 0 };
  const token = indexOfRejectedToken(text, problem, scan);
  const offset = scan.token(token)?.start ?? text.length;
  // The parser's message can quote text of any length.
  const message = problem.replace(/"([^"]{80})[^"]*"/g, '"$1…"');
  const explanation = explainParserError(message, text.slice(offset, offset + 100), listedTypes);
  return { ...explanation, position: scan.positionOf(offset), token };
}

/**
 * Returns the index of the token at the error, or the number of tokens if the text ends too early. The parser reads from left to right, so
 * the shortest prefix of the text that the parser rejects ends with that token. To test a prefix, the function appends a character that is
 * invalid everywhere. If the parser reports this character, it accepts the prefix.
 */
function indexOfRejectedToken(text: string, problem: string, scan: TextScan): number {
  const invalidCharacter = problem.includes('U+0001')
    ? { char: '\u0002', name: 'U+0002' }
    : { char: '\u0001', name: 'U+0001' };
  const isRejected = (index: number): boolean => {
    const token = scan.token(index);
    if (!token) return true;
    const result = tryParse(text.slice(0, token.end) + invalidCharacter.char);
    return 'problem' in result && !result.problem.includes(invalidCharacter.name);
  };
  // The search starts with short prefixes, so that only the beginning of a huge text with an early error is read.
  let [low, high] = [0, 63];
  while (!isRejected(high)) [low, high] = [high + 1, 4 * high];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isRejected(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Replaces a misspelled field or value with blanks, so the positions of all other text do not change. Returns undefined for other errors.
 */
function withoutTypo(text: string, { typo, token: index }: LocatedError, scan: TextScan): string | undefined {
  const token = scan.token(index);
  if (typo === undefined || token === undefined) return undefined;
  // Replace an enum value with 0, which every enum has.
  return typo === 'value'
    ? replaceWithBlanks(text, token.start, token.end, '0')
    : replaceWithBlanks(text, token.start, scan.fieldEnd(index), '');
}

function replaceWithBlanks(text: string, start: number, end: number, replacement: string): string {
  const blanked = replacement + text.slice(start + replacement.length, end).replace(/[^\n]/g, ' ');
  return text.slice(0, start) + blanked + text.slice(end);
}
