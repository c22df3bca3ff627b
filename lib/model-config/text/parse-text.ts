import type { Message } from '@bufbuild/protobuf';
import { fromText } from '@bufbuild/protobuf/txtpb';
import { modelConfigDescriptor } from '../schema/descriptor';
import { nearest } from '../../platform/nearest';
import { enums, messages } from '../schema/schema';
import { ConfigTextError, offsetOfError } from './parse-error';
import { positionAt } from './position';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Parses a config.pbtxt.
 *
 * @param source name of the text in errors
 * @throws ConfigTextError `source:line:column: what was expected (rule's page)`
 */
export function parseText(text: string, source: string): Message {
  if (text.startsWith(BYTE_ORDER_MARK)) {
    const reason = 'expected a field name, got a byte order mark; save as UTF-8 without one';
    throw new ConfigTextError(source, { line: 1, column: 1 }, reason, TEXT_RULE);
  }
  const parse = (input: string) => fromText(modelConfigDescriptor(), input);
  try {
    return parse(text);
  } catch (error) {
    const message = abbreviated(error instanceof Error ? error.message : String(error));
    const offset = offsetOfError(text, message, parse);
    const [placeholder] = /^\$\{[^{}\n]{0,80}\}/.exec(text.slice(offset, offset + 100)) ?? [];
    const { reason, ruleId, typo }: Explanation = placeholder
      ? {
          reason: `expected a value, got ${placeholder}: the file is an unfilled template; fill in its values first`,
          ruleId: TEXT_RULE,
        }
      : explained(message);
    throw new ConfigTextError(source, positionAt(text, offset), reason, ruleId, typo);
  }
}

/** The rule on text that violates no rule of its own. */
const TEXT_RULE = 'parse.text-proto';

/** The rules that a second member of a oneof breaks; the oneofs without one belong to fields without rule. */
const ONEOF_RULES: { readonly [oneof: string]: string | undefined } = {
  scheduling_choice: 'parse.oneof-scheduling',
  policy_choice: 'parse.oneof-version-policy',
  input_data_type: 'parse.oneof-warmup',
  strategy_choice: 'parse.oneof-seq-strategy',
};

type Explanation = Pick<ConfigTextError, 'reason' | 'ruleId' | 'typo'>;

/** The library's message in Triton's words, with what is allowed, and the rule. */
function explained(message: string): Explanation {
  const [, value, enumeration] = /enum value "([^"]*)" for enum inference\.([\w.]+)$/.exec(message) ?? [];
  if (enumeration !== undefined) {
    const { values } = enums[enumeration];
    // Often only the prefix is missing: FP32 for TYPE_FP32.
    const meant = values.find((name) => name.endsWith(`_${value}`)) ?? nearest(value, [...values]);
    return { reason: `${plain(message)}; ${expected(values, meant)}`, ruleId: TEXT_RULE, typo: 'value' };
  }
  const [, field, type] = /^unknown field "([^"]*)" for message inference\.([\w.]+)$/.exec(message) ?? [];
  if (type !== undefined) {
    const fields = Object.keys(messages[type]);
    const reason = `${plain(message)}; ${expected(fields, nearest(field, fields))}`;
    return { reason, ruleId: TEXT_RULE, typo: 'field' };
  }
  const [, oneof] = /^oneof "(\w+)" is already set$/.exec(message) ?? [];
  if (oneof !== undefined) {
    const members = Object.values(messages).flatMap((fields) =>
      Object.entries(fields).flatMap(([name, field]) => (field.oneof === oneof ? name : [])),
    );
    return { reason: `expected only one of ${members.join(', ')}`, ruleId: ONEOF_RULES[oneof] ?? TEXT_RULE };
  }
  return { reason: plain(message), ruleId: TEXT_RULE };
}

function expected(names: readonly string[], meant: string | undefined): string {
  const all = `expected one of ${names.join(', ')}`;
  return meant === undefined ? all : `did you mean ${meant}? E${all.slice(1)}`;
}

/** What is quoted from the text may be as long as the text. */
function abbreviated(message: string): string {
  return message.replace(/"([^"]{80})[^"]*"/g, '"$1…"');
}

function plain(message: string): string {
  return message
    .replace(/^cannot decode \w+ \S+ from text format: /, '')
    .replace(/(message|enum) inference\./g, '$1 ')
    .replace(/^expected number \((\w+)\): (.*) out of range$/, 'expected an integer of type $1, got $2');
}
