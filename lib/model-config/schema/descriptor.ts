import { create, createFileRegistry, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf';
import {
  type DescriptorProtoSchema,
  type EnumDescriptorProtoSchema,
  type FieldDescriptorProtoSchema,
  FileDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt';
import { Field } from './field';
import { enums, messages } from './schema';

type DescriptorInit = MessageInitShape<typeof DescriptorProtoSchema>;
type EnumInit = MessageInitShape<typeof EnumDescriptorProtoSchema>;
type FieldInit = MessageInitShape<typeof FieldDescriptorProtoSchema>;

const PACKAGE = 'inference';
const ENUM_TYPE = 14;
const MESSAGE_TYPE = 11;
const OPTIONAL = 1;
const REPEATED = 3;

/** Scalar types in google.protobuf.FieldDescriptorProto.Type. */
const SCALAR_TYPES: { readonly [scalar: string]: number | undefined } = {
  double: 1,
  float: 2,
  int64: 3,
  uint64: 4,
  int32: 5,
  bool: 8,
  string: 9,
  uint32: 13,
};

let descriptor: DescMessage | undefined;

/** Returns the descriptor of `inference.ModelConfig`. The descriptor is built from the schema on first use. */
export function modelConfigDescriptor(): DescMessage {
  descriptor ??= buildDescriptor();
  return descriptor;
}

function buildDescriptor(): DescMessage {
  const file = create(FileDescriptorProtoSchema, {
    name: 'model_config.proto',
    package: PACKAGE,
    syntax: 'proto3',
    enumType: enumsIn(''),
    messageType: messagesIn(''),
  });
  const message = createFileRegistry(file, () => undefined).getMessage(`${PACKAGE}.ModelConfig`);
  if (!message) {
    throw new Error('the schema has no message ModelConfig');
  }
  return message;
}

/** Returns the names that are directly in a scope: `A.B` is in scope `A`, and `A` is in scope ''. */
function namesIn(scope: string, names: string[]): { full: string; local: string }[] {
  return names
    .map((full) => ({ full, lastDot: full.lastIndexOf('.') }))
    .filter(({ full, lastDot }) => full.slice(0, Math.max(lastDot, 0)) === scope)
    .map(({ full, lastDot }) => ({ full, local: full.slice(lastDot + 1) }));
}

function enumsIn(scope: string): EnumInit[] {
  return namesIn(scope, Object.keys(enums)).map(({ full, local }) => ({
    name: local,
    value: enums[full].values.map((name, number) => ({ name, number })),
  }));
}

function messagesIn(scope: string): DescriptorInit[] {
  return namesIn(scope, Object.keys(messages)).map(({ full, local }) => {
    const fields = Object.entries(messages[full]);
    const oneofs = [...new Set(fields.flatMap(([, field]) => field.oneof ?? []))];
    return {
      name: local,
      enumType: enumsIn(full),
      nestedType: [...messagesIn(full), ...fields.filter(([, field]) => field.label === 'map').map(mapEntry)],
      oneofDecl: oneofs.map((name) => ({ name })),
      field: fields.map(([name, field]) => ({
        name,
        number: field.tag,
        label: field.label === 'singular' ? OPTIONAL : REPEATED,
        ...(field.label === 'map'
          ? { type: MESSAGE_TYPE, typeName: `.${PACKAGE}.${full}.${mapEntryName(name)}` }
          : typeOf(field.type)),
        ...(field.oneof ? { oneofIndex: oneofs.indexOf(field.oneof) } : {}),
      })),
    };
  });
}

/** In descriptors, a map is a repeated message of a nested type that is marked as a map entry. */
function mapEntry([name, field]: [string, Field]): DescriptorInit {
  return {
    name: mapEntryName(name),
    options: { mapEntry: true },
    field: [
      { name: 'key', number: 1, label: OPTIONAL, ...typeOf(field.key ?? 'string') },
      { name: 'value', number: 2, label: OPTIONAL, ...typeOf(field.type) },
    ],
  };
}

function mapEntryName(field: string): string {
  const words = field.split('_').map((word) => word[0].toUpperCase() + word.slice(1));
  return `${words.join('')}Entry`;
}

function typeOf(name: string): FieldInit {
  const scalar = SCALAR_TYPES[name];
  if (scalar !== undefined) {
    return { type: scalar };
  }
  return { type: name in enums ? ENUM_TYPE : MESSAGE_TYPE, typeName: `.${PACKAGE}.${name}` };
}
