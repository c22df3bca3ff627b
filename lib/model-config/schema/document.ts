import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { modelConfigDescriptor } from './descriptor';
import { ModelConfigDocument } from './schema';

type Values = { readonly [name: string]: unknown };

/**
 * The document that the rules read, from a message as the protobuf library holds it: that one has names in camel case,
 * enums as numbers and the members of a oneof in an object of their own.
 */
export function documentOf(message: object): ModelConfigDocument {
  return plain(modelConfigDescriptor(), message as Values) as unknown as ModelConfigDocument;
}

function plain(descriptor: DescMessage, message: Values): Values {
  const result: { [name: string]: unknown } = {};
  for (const field of descriptor.fields) {
    result[field.name] = fieldValue(field, stored(field, message));
  }
  return result;
}

function stored(field: DescField, message: Values): unknown {
  if (!field.oneof) {
    return message[field.localName];
  }
  const chosen = message[field.oneof.localName] as { readonly case?: string; readonly value?: unknown };
  return chosen.case === field.localName ? chosen.value : undefined;
}

function fieldValue(field: DescField, value: unknown): unknown {
  if (value === undefined) {
    return undefined;
  }
  if (field.fieldKind === 'list') {
    return (value as unknown[]).map((element) => single(field, element));
  }
  if (field.fieldKind === 'map') {
    return new Map(Object.entries(value as Values).map(([key, element]) => [key, single(field, element)]));
  }
  return single(field, value);
}

function single(field: DescField, value: unknown): unknown {
  if (field.message) {
    return plain(field.message, value as Values);
  }
  // Open enums hold numbers the schema does not know, too.
  return field.enum ? (field.enum.value[value as number]?.name ?? String(value)) : value;
}
