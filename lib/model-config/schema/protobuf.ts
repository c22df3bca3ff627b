/**
 * The protobuf library, loaded on first use: it takes some 30 ms, which an import of this package must not cost those
 * who never touch a model configuration.
 */
export const protobuf = (): typeof import('@bufbuild/protobuf') => require('@bufbuild/protobuf');

/** The text format, likewise. */
export const protobufText = (): typeof import('@bufbuild/protobuf/txtpb') => require('@bufbuild/protobuf/txtpb');

/** The messages that describe a schema, likewise. */
export const protobufTypes = (): typeof import('@bufbuild/protobuf/wkt') => require('@bufbuild/protobuf/wkt');
