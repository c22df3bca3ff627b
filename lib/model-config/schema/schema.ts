import { batchingEnums, batchingMessages } from './batching';
import { Enumeration, Field } from './field';
import { instanceEnums, instanceMessages } from './instances';
import { modelMessages } from './model';
import { optimizationEnums, optimizationMessages } from './optimization';
import { sequenceEnums, sequenceMessages } from './sequences';
import { servingMessages } from './serving';
import { tensorEnums, tensorMessages } from './tensors';

/**
 * Triton's `inference.ModelConfig` as data: every message and enum, by its name within the package, with field
 * types, tags, oneofs and the Triton release each field came in.
 *
 * Facts from triton-inference-server/common, protobuf/model_config.proto, its release branches r21.05 to r26.08.
 */
const ENUMS = { ...tensorEnums, ...instanceEnums, ...batchingEnums, ...sequenceEnums, ...optimizationEnums };
const MESSAGES = {
  ...tensorMessages,
  ...instanceMessages,
  ...batchingMessages,
  ...sequenceMessages,
  ...optimizationMessages,
  ...servingMessages,
  ...modelMessages,
};

type Enums = typeof ENUMS;
type Messages = typeof MESSAGES;

/** The schema without its literal types, for code that walks it. */
export const enums: { readonly [name: string]: Enumeration } = ENUMS;
export const messages: { readonly [name: string]: { readonly [field: string]: Field } } = MESSAGES;

/** The newest release the schema was compared with. */
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

type FieldValue<F> = F extends { label: 'many'; type: infer T }
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

/** A message as the rules read it: proto field names, enums by name, defaults filled in, unset messages undefined. */
export type MessageOf<T extends keyof Messages> = {
  readonly [K in keyof Messages[T]]: FieldValue<Messages[T][K]>;
};

/** A whole config.pbtxt as the rules read it. */
export type ModelConfigDocument = MessageOf<'ModelConfig'>;
