import { withoutTokens } from '../findings/late-value';
import { RuleFinding } from '../findings/rule';
import { messages } from '../model-config/schema/schema';

/** Why no config.pbtxt can be made of a model's properties: the error of the protobuf library, in words of users. */
export function unrenderable(error: unknown): RuleFinding {
  const message = error instanceof Error ? error.message : String(error);
  return { field: fieldIn(message), message: inPlainWords(message) };
}

/** The field that an error of the protobuf library speaks of: it names message types instead of paths. */
function fieldIn(message: string): string {
  const [, type, field] = /field ([\w.]+)\.(\w+):/.exec(message) ?? [];
  if (type === 'ModelConfig') return field;
  const parent = Object.entries(messages.ModelConfig).find(([, { type: child }]) => type?.split('.')[0] === child)?.[0];
  if (!parent) return 'config';
  return type.includes('.') ? parent : `${parent}.${field}`;
}

/** What the library says of a number that is not whole, or out of range. */
const NO_SUCH_INTEGER = /: (list item #\d+: )?expected (?:number|bigint) \((u?)int(\d+)\)(?:, got|:) (\S+)/;

function inPlainWords(message: string): string {
  const [found, item = '', unsigned, bits, given] = NO_SUCH_INTEGER.exec(message) ?? [];
  if (found === undefined) return message;
  return `${item}got ${withoutTokens(given)}; allowed: a whole number${unsigned ? ' of at least 0' : ''} that fits into ${bits} bits`;
}
