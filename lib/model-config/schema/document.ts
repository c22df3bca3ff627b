import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { modelConfigDescriptor } from './descriptor';
import { ModelConfigDocument } from './schema';

type Values = { readonly [name: string]: unknown };

/**
 * Converts a message of the protobuf library to a document for the rules. The message has names in camel case, enums as numbers, and a
 * separate object for each oneof.
 */
export function documentOf(message: object): ModelConfigDocument {
  return convertMessage(modelConfigDescriptor(), message as Values) as unknown as ModelConfigDocument;
}

function convertMessage(descriptor: DescMessage, message: Values): Values {
  const result: { [name: string]: unknown } = {};
  for (const field of descriptor.fields) {
    result[field.name] = convertField(field, valueOf(field, message));
  }
  return result;
}

function valueOf(field: DescField, message: Values): unknown {
  if (!field.oneof) {
    return message[field.localName];
  }
  const selectedField = message[field.oneof.localName] as { readonly case?: string; readonly value?: unknown };
  return selectedField.case === field.localName ? selectedField.value : undefined;
}

function convertField(field: DescField, value: unknown): unknown {
  if (value === undefined) {
    return undefined;
  }
  if (field.fieldKind === 'list') {
    return (value as unknown[]).map((element) => convertElement(field, element));
  }
  if (field.fieldKind === 'map') {
    return new Map(Object.entries(value as Values).map(([key, element]) => [key, convertElement(field, element)]));
  }
  return convertElement(field, value);
}

function convertElement(field: DescField, value: unknown): unknown {
  if (field.message) {
    return convertMessage(field.message, value as Values);
  }
  // In proto3, an enum value can be a number that is not in the schema.
  return field.enum ? (field.enum.value[value as number]?.name ?? String(value)) : value;
}
