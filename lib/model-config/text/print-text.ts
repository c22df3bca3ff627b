import type { Message } from '@bufbuild/protobuf';
import { toText } from '@bufbuild/protobuf/txtpb';
import { modelConfigDescriptor } from '../schema/descriptor';
import { messages } from '../schema/schema';

/** Names of fields that are lists of scalars or enums. In all messages, fields with these names are lists. */
const LIST_FIELDS = new Set(
  Object.values(messages).flatMap((fields) =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.label === 'repeated' && !(field.type in messages) ? name : [],
    ),
  ),
);

/** Matches the lines of a list, which the protobuf library prints with one element per line. */
const LIST_LINES = new RegExp(`(?<![^\\n])( *(?:${[...LIST_FIELDS].join('|')}): )[^\\n]*\\n(?:\\1[^\\n]*\\n)*`, 'g');

/** Prints the canonical text: one field per line in the order of the schema, with lists as `name: [ a, b ]`. */
export function printText(message: Message): string {
  const text = toText(modelConfigDescriptor(), message);
  return text.replace(LIST_LINES, (lines: string, start: string) => {
    const values = lines.split('\n').slice(0, -1);
    return `${start}[ ${values.map((line) => line.slice(start.length)).join(', ')} ]\n`;
  });
}
