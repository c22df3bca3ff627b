import type { Message } from '@bufbuild/protobuf';
import { modelConfigDescriptor } from '../schema/descriptor';
import { protobufText } from '../schema/protobuf';
import { lineAndColumn, offsetOfError } from './parse-error';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Parses a config.pbtxt.
 *
 * @param source name of the text in errors
 * @throws Error `source:line:column: what was expected`
 */
export function parseText(text: string, source: string): Message {
  if (text.startsWith(BYTE_ORDER_MARK)) {
    throw new Error(`${source}:1:1: expected a field name, got a byte order mark (save the file as UTF-8 without BOM)`);
  }
  const { fromText } = protobufText();
  const parse = (input: string) => fromText(modelConfigDescriptor(), input);
  try {
    return parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = lineAndColumn(text, offsetOfError(text, message, parse));
    throw new Error(`${source}:${position}: ${inTritonsWords(message)}`);
  }
}

/** The library's messages name things as its descriptors do; users know the fields and enums of config.pbtxt. */
function inTritonsWords(message: string): string {
  return message
    .replace(/^cannot decode (?:\w+ )?\S+ from text format: /, '')
    .replace(/message inference\./g, 'message ')
    .replace(/enum inference\./g, 'enum ');
}
