import { batchingEnums, batchingMessages } from './batching';
import { Enumeration, Field } from './field';
import { instanceEnums, instanceMessages } from './instances';
import { modelMessages } from './model';
import { optimizationEnums, optimizationMessages } from './optimization';
import { servingMessages } from './serving';
import { tensorEnums, tensorMessages } from './tensors';

/**
 * Schema of Triton's `inference.ModelConfig`: all messages and enums by name, with the types, tags and oneofs of the fields, and the Triton
 * release that added each field.
 *
 * Source: triton-inference-server/common, protobuf/model_config.proto in the release branches r21.05 to r26.08.
 */
const ENUMS = { ...tensorEnums, ...instanceEnums, ...batchingEnums, ...optimizationEnums };
const MESSAGES = {
  ...tensorMessages,
  ...instanceMessages,
  ...batchingMessages,
  ...optimizationMessages,
  ...servingMessages,
  ...modelMessages,
};

type Enums = typeof ENUMS;
type Messages = typeof MESSAGES;

/** The schema without literal types, for generic code. */
export const enums: { readonly [name: string]: Enumeration } = ENUMS;
export const messages: { readonly [name: string]: { readonly [field: string]: Field } } = MESSAGES;

/** Newest Triton release whose proto file was compared with the schema. */
export const NEWEST_RELEASE = '26.08';

interface ScalarValues {
  string: string;
  bool: boolean;
  int32: number;
  uint32: number;
  int64: bigint;
  uint64: bigint;
  float: number;
  double: number;
}

type ValueOf<T> = T extends keyof ScalarValues
  ? ScalarValues[T]
  : T extends keyof Enums
    ? Enums[T]['values'][number]
    : T extends keyof Messages
      ? MessageOf<T>
      : never;

type FieldValue<F> = F extends { label: 'repeated'; type: infer T }
  ? readonly ValueOf<T>[]
  : F extends { label: 'map'; type: infer T }
    ? ReadonlyMap<string, ValueOf<T>>
    : F extends { oneof: string; type: infer T }
      ? ValueOf<T> | undefined
      : F extends { type: infer T }
        ? T extends keyof Messages
          ? MessageOf<T> | undefined
          : ValueOf<T>
        : never;

/** A message for the rules: field names as in the proto file, enums by name, default values, and undefined for messages that are not set. */
export type MessageOf<T extends keyof Messages> = {
  readonly [K in keyof Messages[T]]: FieldValue<Messages[T][K]>;
};

/** A config.pbtxt as a document for the rules. */
export type ModelConfigDocument = MessageOf<'ModelConfig'>;
