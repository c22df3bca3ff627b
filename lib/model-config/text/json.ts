import { fromJson, type JsonObject, type JsonValue, type Message, toJson } from '@bufbuild/protobuf';
import { modelConfigDescriptor } from '../schema/descriptor';
import { messages } from '../schema/schema';

/** The protobuf JSON mapping with proto field names. */
export function jsonOf(message: Message): JsonObject {
  const json = toJson(modelConfigDescriptor(), message, { useProtoFieldName: true });
  return shortFloats(json, false) as JsonObject;
}

/** @throws Error naming the type or field at fault, and what it got */
export function messageOfJson(json: object): Message {
  try {
    return fromJson(modelConfigDescriptor(), json as JsonValue);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(message.replace(/inference\./g, '').replace(' from JSON', ''));
  }
}

const floatFields = new Set(
  Object.values(messages).flatMap((fields) =>
    Object.entries(fields).flatMap(([name, { type }]) => (type === 'float' ? name : [])),
  ),
);

/** 32-bit numbers as people write them: the library gives 0.10000000149011612 where 0.1 was stored. */
function shortFloats(value: JsonValue, isFloat: boolean): JsonValue {
  if (typeof value === 'number') {
    return isFloat ? shortest(value) : value;
  }
  if (Array.isArray(value)) {
    return value.map((element) => shortFloats(element, isFloat));
  }
  if (value === null || typeof value !== 'object') {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortFloats(one, floatFields.has(key))]));
}

function shortest(float: number): number {
  for (let digits = 1; digits <= 8; digits++) {
    const candidate = Number(float.toPrecision(digits));
    if (Math.fround(candidate) === float) {
      return candidate;
    }
  }
  return Number(float.toPrecision(9));
}
