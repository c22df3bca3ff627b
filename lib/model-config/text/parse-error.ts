import { nearestName } from '../../findings/nearest';
import { rulePage } from '../../findings/rule-page';
import { enums, messages } from '../schema/schema';
import { Position } from './scan';

/** Rule for syntax errors without a more specific rule. */
const TEXT_RULE = 'parse.text-proto';

/** Rules against setting two fields of the same oneof. */
const ONEOF_RULES: { readonly [oneof: string]: string | undefined } = {
  scheduling_choice: 'parse.oneof-scheduling',
  policy_choice: 'parse.oneof-version-policy',
  input_data_type: 'parse.oneof-warmup',
  strategy_choice: 'parse.oneof-seq-strategy',
};

/** An error in the text of a config.pbtxt. */
export class ConfigTextError extends Error {
  constructor(
    source: string,
    public readonly position: Position,
    /** Message without the position and the rule. */
    public readonly reason: string,
    /** ID of the rule that the text violates. */
    public readonly ruleId: string,
  ) {
    super(`${source}:${position.line}:${position.column}: ${reason} ${rulePage(ruleId)}`);
  }
}

/** The description of an error, without its position. */
export interface Explanation {
  readonly reason: string;
  readonly ruleId: string;
  /** Set if a field name or an enum value is misspelled. */
  readonly typo?: 'field' | 'value';
}

export const BYTE_ORDER_MARK_ERROR: Explanation = {
  reason: 'expected a field name, got a byte order mark; save as UTF-8 without one',
  ruleId: TEXT_RULE,
};

/**
 * Rewrites the parser's message in Triton's terms, and adds the allowed values.
 *
 * @param rest the text from the error on
 * @param listedTypes types whose names earlier errors list: they are not repeated. The function adds the type of this error
 */
export function explainParserError(message: string, rest: string, listedTypes = new Set<string>()): Explanation {
  const [placeholder] = /^\$\{[^{}\n]{0,80}\}/.exec(rest) ?? [];
  if (placeholder !== undefined) {
    const reason = `expected a value, got ${placeholder}: the file is an unfilled template; fill in its values first`;
    return { reason, ruleId: TEXT_RULE };
  }
  if (/^\{\s*"/.test(rest)) {
    return { reason: 'expected a field name, got JSON; write fields as name: "bert" instead', ruleId: TEXT_RULE };
  }
  const reason = toTritonTerms(message);
  const [, value, enumeration] = /enum value "([^"]*)" for enum inference\.([\w.]+)$/.exec(message) ?? [];
  if (enumeration !== undefined) {
    const { values } = enums[enumeration];
    // Often only the prefix is missing: FP32 for TYPE_FP32.
    const suggestion = values.find((name) => name.endsWith(`_${value}`)) ?? nearestName(value, [...values]);
    return {
      reason: reason + expectOneOf(values, suggestion, enumeration, listedTypes),
      ruleId: TEXT_RULE,
      typo: 'value',
    };
  }
  const [, field, type] = /^unknown field "([^"]*)" for message inference\.([\w.]+)$/.exec(message) ?? [];
  if (type !== undefined) {
    const fields = Object.keys(messages[type]);
    return {
      reason: reason + expectOneOf(fields, nearestName(field, fields), type, listedTypes),
      ruleId: TEXT_RULE,
      typo: 'field',
    };
  }
  const [, oneof] = /^oneof "(\w+)" is already set$/.exec(message) ?? [];
  if (oneof !== undefined) {
    const members = Object.values(messages).flatMap((fields) =>
      Object.entries(fields).flatMap(([name, member]) => (member.oneof === oneof ? name : [])),
    );
    return { reason: `expected only one of ${members.join(', ')}`, ruleId: ONEOF_RULES[oneof] ?? TEXT_RULE };
  }
  return { reason, ruleId: TEXT_RULE };
}

function expectOneOf(
  names: readonly string[],
  suggestion: string | undefined,
  type: string,
  listedTypes: Set<string>,
): string {
  const expectation = listedTypes.has(type) ? '' : `expected one of ${names.join(', ')}`;
  listedTypes.add(type);
  if (suggestion === undefined) return expectation && `; ${expectation}`;
  return `; did you mean ${suggestion}?${expectation && ` E${expectation.slice(1)}`}`;
}

function toTritonTerms(message: string): string {
  return message
    .replace(/^cannot decode \w+ \S+ from text format: /, '')
    .replace(/(message|enum) inference\./g, '$1 ')
    .replace(/^expected number \((\w+)\): (.*) out of range$/, 'expected an integer of type $1, got $2');
}
