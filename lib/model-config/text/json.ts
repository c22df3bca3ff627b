import { fromJson, type JsonObject, type JsonValue, type Message, toJson } from '@bufbuild/protobuf';
import { modelConfigDescriptor } from '../schema/descriptor';
import { messages } from '../schema/schema';

/** Converts a message to protobuf JSON, with field names as in the proto file. */
export function messageToJson(message: Message): JsonObject {
  const json = toJson(modelConfigDescriptor(), message, { useProtoFieldName: true });
  return shortenFloats(json, false) as JsonObject;
}

/**
 * Converts protobuf JSON to a message.
 *
 * @throws Error with the name of the invalid type or field, and its value
 */
export function jsonToMessage(json: object): Message {
  try {
    return fromJson(modelConfigDescriptor(), json as JsonValue);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(message.replace(/inference\./g, '').replace(' from JSON', ''));
  }
}

const floatFieldNames = new Set(
  Object.values(messages).flatMap((fields) =>
    Object.entries(fields).flatMap(([name, { type }]) => (type === 'float' ? name : [])),
  ),
);

/** Rounds numbers to the shortest decimal that is the same 32-bit float. The protobuf library returns 0.10000000149011612 for 0.1. */
function shortenFloats(value: JsonValue, isFloat: boolean): JsonValue {
  if (typeof value === 'number') {
    return isFloat ? shortenFloat(value) : value;
  }
  if (Array.isArray(value)) {
    return value.map((element) => shortenFloats(element, isFloat));
  }
  if (value === null || typeof value !== 'object') {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, shortenFloats(field, floatFieldNames.has(key))]),
  );
}

function shortenFloat(float: number): number {
  for (let digits = 1; digits <= 8; digits++) {
    const candidate = Number(float.toPrecision(digits));
    if (Math.fround(candidate) === float) {
      return candidate;
    }
  }
  return Number(float.toPrecision(9));
}
