import type { Message } from '@bufbuild/protobuf';
import { fromText } from '@bufbuild/protobuf/txtpb';
import { modelConfigDescriptor } from '../schema/descriptor';
import { enums, messages } from '../schema/schema';
import { lineAndColumn, offsetOfError } from './parse-error';
import { rulePage } from '../../findings/rule-page';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Parses a config.pbtxt.
 *
 * @param source name of the text in errors
 * @throws Error `source:line:column: what was expected (rule id)`
 */
export function parseText(text: string, source: string): Message {
  const refusal = (position: string, reason: string) => new Error(`${source}:${position}: ${reason}`);
  if (text.startsWith(BYTE_ORDER_MARK)) {
    throw refusal(
      '1:1',
      `expected a field name, got a byte order mark; save as UTF-8 without one ${rulePage('parse.text-proto')}`,
    );
  }
  const parse = (input: string) => fromText(modelConfigDescriptor(), input);
  try {
    return parse(text);
  } catch (error) {
    const message = abbreviated(error instanceof Error ? error.message : String(error));
    const offset = offsetOfError(text, message, parse);
    const [placeholder] = /^\$\{[^{}\n]{0,80}\}/.exec(text.slice(offset, offset + 100)) ?? [];
    const reason = placeholder
      ? `expected a value, got ${placeholder}: the file is an unfilled template; fill in its values first ${rulePage('parse.text-proto')}`
      : explained(message);
    throw refusal(lineAndColumn(text, offset), reason);
  }
}

/** The rules that a second member of a oneof breaks; the oneofs without one belong to fields without rule. */
const ONEOF_RULES: { readonly [oneof: string]: string | undefined } = {
  scheduling_choice: 'parse.oneof-scheduling',
  policy_choice: 'parse.oneof-version-policy',
  input_data_type: 'parse.oneof-warmup',
  strategy_choice: 'parse.oneof-seq-strategy',
};

/** The library's message in Triton's words, with what is allowed and the rule id. */
function explained(message: string): string {
  const [, enumeration] = /enum value "[^"]*" for enum inference\.([\w.]+)$/.exec(message) ?? [];
  if (enumeration !== undefined) {
    return `${plain(message)}; expected one of ${enums[enumeration].values.join(', ')} ${rulePage('parse.text-proto')}`;
  }
  const [, type] = /^unknown field "[^"]*" for message inference\.([\w.]+)$/.exec(message) ?? [];
  if (type !== undefined) {
    return `${plain(message)}; expected one of ${Object.keys(messages[type]).join(', ')} ${rulePage('parse.text-proto')}`;
  }
  const [, oneof] = /^oneof "(\w+)" is already set$/.exec(message) ?? [];
  if (oneof !== undefined) {
    const members = Object.values(messages).flatMap((fields) =>
      Object.entries(fields).flatMap(([name, field]) => (field.oneof === oneof ? name : [])),
    );
    return `expected only one of ${members.join(', ')} ${rulePage(ONEOF_RULES[oneof] ?? 'parse.text-proto')}`;
  }
  return `${plain(message)} ${rulePage('parse.text-proto')}`;
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
