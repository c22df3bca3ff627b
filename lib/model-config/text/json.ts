import type { JsonObject, JsonValue, Message } from '@bufbuild/protobuf';
import { modelConfigDescriptor } from '../schema/descriptor';
import { protobuf } from '../schema/protobuf';

/** The protobuf JSON mapping with proto field names. */
export function jsonOf(message: Message): JsonObject {
  return protobuf().toJson(modelConfigDescriptor(), message, { useProtoFieldName: true }) as JsonObject;
}

/** @throws Error naming the field at fault */
export function messageOfJson(json: object): Message {
  return protobuf().fromJson(modelConfigDescriptor(), json as JsonValue);
}
