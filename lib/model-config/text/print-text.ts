import type { Message } from '@bufbuild/protobuf';
import { toText } from '@bufbuild/protobuf/txtpb';
import { modelConfigDescriptor } from '../schema/descriptor';
import { messages } from '../schema/schema';

/** The fields that hold several plain values: none of their names is a single value elsewhere in the schema. */
const listFields = new Set(
  Object.values(messages).flatMap((fields) =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.label === 'many' && !(field.type in messages) ? name : [],
    ),
  ),
);

/** Lines of one list as the library prints it: one line per element. */
const listLines = new RegExp(`(?<![^\\n])( *(?:${[...listFields].join('|')}): )[^\\n]*\\n(?:\\1[^\\n]*\\n)*`, 'g');

/** Canonical text: fields in the schema's order, one a line, lists as people write them: `name: [ a, b ]`. */
export function printText(message: Message): string {
  const text = toText(modelConfigDescriptor(), message);
  return text.replace(listLines, (lines: string, start: string) => {
    const values = lines.split('\n').slice(0, -1);
    return `${start}[ ${values.map((line) => line.slice(start.length)).join(', ')} ]\n`;
  });
}
