import * as fc from 'fast-check';
import { Element, halfValue, integerRange, ELEMENT_SIZES, toBinary } from './data-types';
import { Body, DeclaredModel, Output } from './strict-protocol';
import { array, Json, literal, number, object, string, writeJson } from './strict-json';

/** A response before it is serialized, so that a test can change its parts. */
export interface Draft {
  readonly json: Json;
  readonly tail: Buffer;
  /** Whether the content type declares a binary part after the JSON. */
  readonly isBinary: boolean;
}

/** A model, and a correct response with its outputs. */
export interface CorrectResponse {
  readonly model: DeclaredModel;
  readonly outputs: Output[];
  readonly draft: Draft;
}

export function serializeDraft({ json, tail, isBinary }: Draft): Body {
  const header = Buffer.from(writeJson(json));
  const contentType = isBinary
    ? `application/vnd.sagemaker-triton.binary+json;json-header-size=${header.length}`
    : 'application/json';
  return { contentType, body: Buffer.concat([header, tail]) };
}

const NAMES = ['scores', 'boxes', 'text', 'error', '__proto__', 'toString', 'größe', ''];
const TYPES = Object.keys(ELEMENT_SIZES);
const TEXTS = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('NaN', '"', '\\', 'é', '1e999', '{', '\0'),
);

/** An element of a type, without NaN and infinities. */
function elementOf(type: string, isText: boolean): fc.Arbitrary<Element> {
  const range = integerRange(type);
  if (range) return fc.oneof(fc.bigInt(range[0], range[1]), fc.constantFrom(...range));
  if (type === 'BOOL') return fc.boolean();
  if (type === 'BYTES') {
    const text = TEXTS.map((value) => Buffer.from(value).toString('hex'));
    return isText
      ? text
      : fc.oneof(
          text,
          fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from(bytes).toString('hex')),
        );
  }
  if (type === 'FP64')
    return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(Number.MAX_VALUE));
  if (type === 'FP32') return fc.float({ noNaN: true, noDefaultInfinity: true });
  return fc
    .integer({ min: 0, max: 0xffff })
    .map((bits) => halfValue(type, bits))
    .filter(Number.isFinite);
}

/** The format of an output's data: a flat or nested list in JSON, or the binary format. */
type Format = 'flat' | 'nested' | 'binary';

/** Generates an output. `dims` are its declared dimensions. `hasExtraMembers` is whether it has additional members in JSON. */
const outputOf = (
  name: string,
): fc.Arbitrary<{ output: Output; dims: number[]; format: Format; hasExtraMembers: boolean }> =>
  fc
    .record({
      type: fc.constantFrom(...TYPES),
      sizes: fc.array(
        // A dynamic dimension is declared as -1.
        fc.record({ size: fc.integer({ min: 1, max: 3 }), isDynamic: fc.boolean(), isEmpty: fc.boolean() }),
        {
          maxLength: 3,
        },
      ),
      batch: fc.constantFrom([], [1], [2]),
      format: fc.constantFrom<Format>('flat', 'nested', 'binary'),
      hasExtraMembers: fc.boolean(),
    })
    .chain(({ type, sizes, batch, format, hasExtraMembers }) => {
      const shape = [...batch, ...sizes.map(({ size, isDynamic, isEmpty }) => (isDynamic && isEmpty ? 0 : size))];
      const count = shape.reduce((product, size) => product * size, 1);
      return fc.array(elementOf(type, format !== 'binary'), { minLength: count, maxLength: count }).map((elements) => ({
        output: { name, type, shape, elements },
        dims: sizes.map(({ size, isDynamic }) => (isDynamic ? -1 : size)),
        format,
        hasExtraMembers,
      }));
    });

const PARAMETERS = fc.dictionary(
  fc.constantFrom('sequence_id', 'x', 'triton_final_response'),
  fc.oneof(fc.boolean().map(literal), TEXTS.map(string), fc.integer().map(number), fc.constant(number('NaN'))),
  { maxKeys: 2, noNullPrototype: true },
);

/** An object in which each member is repeated. */
const repeated = (json: Json): Json =>
  json.kind === 'object' ? { ...json, members: [...json.members, ...json.members] } : json;

/** Generates correct responses in all formats, with members in any order, and with optional members. */
export const correctResponse: fc.Arbitrary<CorrectResponse> = fc
  .record({
    names: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }),
    optionalMembers: fc.subarray(['model_name', 'model_version', 'id', 'parameters', 'extra']),
    parameters: PARAMETERS,
    hasRepeatedParameters: fc.boolean(),
    isBinary: fc.boolean(),
  })
  .chain(({ names, optionalMembers, parameters, hasRepeatedParameters, isBinary }) =>
    fc.tuple(...names.map(outputOf)).chain((generatedOutputs) => {
      const binaryParts = generatedOutputs.map(({ output, format }) =>
        format === 'binary' ? toBinary(output.type, output.elements) : Buffer.of(),
      );
      const tail = Buffer.concat(binaryParts);
      const members: Record<string, Json> = {
        model_name: string('model'),
        model_version: string('1'),
        id: string('42'),
        parameters: hasRepeatedParameters ? repeated(object(parameters)) : object(parameters),
        extra: array([literal(null), object({ error: string('ignored') })]),
      };
      const items = generatedOutputs.map(({ output, format, hasExtraMembers }, index) =>
        object({
          name: string(output.name),
          datatype: string(output.type),
          shape: array(output.shape.map(number)),
          ...(format === 'binary'
            ? { parameters: object({ binary_data_size: number(binaryParts[index].length) }) }
            : {
                ...(hasExtraMembers && { parameters: object(parameters), extra: literal(null) }),
                data: dataOf(output, format),
              }),
        }),
      );
      const entries = [
        ...optionalMembers.map((name): [string, Json] => [name, members[name]]),
        ['outputs', array(items)] as [string, Json],
      ];
      return fc.shuffledSubarray(entries, { minLength: entries.length }).map((shuffled) => ({
        model: {
          name: 'model',
          outputs: generatedOutputs.map(({ output, dims }) => ({ name: output.name, dataType: output.type, dims })),
        },
        outputs: generatedOutputs.map(({ output }) => output),
        draft: { json: { kind: 'object' as const, members: shuffled }, tail, isBinary: isBinary || tail.length > 0 },
      }));
    }),
  );

function dataOf({ shape, elements }: Output, format: Format): Json {
  const values = elements.map((element) => {
    if (typeof element === 'boolean') return literal(element);
    return typeof element === 'string' ? string(Buffer.from(element, 'hex').toString()) : number(element);
  });
  return array(format === 'flat' ? values : nest(values, shape));
}

/** Converts a flat list to nested lists with the sizes of a shape. */
function nest(items: Json[], [size, ...sizes]: readonly number[]): Json[] {
  if (sizes.length === 0) return items;
  const itemsPerGroup = items.length / size || 0;
  return Array.from({ length: size }, (_, index) =>
    array(nest(items.slice(index * itemsPerGroup, (index + 1) * itemsPerGroup), sizes)),
  );
}
