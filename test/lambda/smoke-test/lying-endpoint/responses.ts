import * as fc from 'fast-check';
import { Element, halfValue, integerRange, SIZES, toTail } from './data-types';
import { Body, DeclaredModel, Output } from './protocol';
import { array, Json, literal, number, object, string, writeJson } from './strict-json';

/** A response before it is written, so that it can be changed. */
export interface Draft {
  readonly json: Json;
  readonly tail: Buffer;
  /** Whether the content type says that bytes are behind the JSON. */
  readonly isBinary: boolean;
}

/** A model, and a right response with its outputs. */
export interface Right {
  readonly model: DeclaredModel;
  readonly outputs: Output[];
  readonly draft: Draft;
}

export function write({ json, tail, isBinary }: Draft): Body {
  const header = Buffer.from(writeJson(json));
  const contentType = isBinary
    ? `application/vnd.sagemaker-triton.binary+json;json-header-size=${header.length}`
    : 'application/json';
  return { contentType, body: Buffer.concat([header, tail]) };
}

const NAMES = ['scores', 'boxes', 'text', 'error', '__proto__', 'toString', 'größe', ''];
const TYPES = Object.keys(SIZES);
const TEXTS = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('NaN', '"', '\\', 'é', '1e999', '{', '\0'),
);

/** An element that the type has; NaN and infinities only where asked for. */
function elementOf(type: string, isText: boolean): fc.Arbitrary<Element> {
  const range = integerRange(type);
  if (range) return fc.oneof(fc.bigInt(range[0], range[1]), fc.constantFrom(...range));
  if (type === 'BOOL') return fc.boolean();
  if (type === 'BYTES') {
    const text = TEXTS.map((each) => Buffer.from(each).toString('hex'));
    return isText
      ? text
      : fc.oneof(
          text,
          fc.uint8Array({ maxLength: 5 }).map((each) => Buffer.from(each).toString('hex')),
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

type Form = 'flat' | 'nested' | 'binary';

const outputOf = (name: string): fc.Arbitrary<{ output: Output; dims: number[]; form: Form; extra: boolean }> =>
  fc
    .record({
      type: fc.constantFrom(...TYPES),
      sizes: fc.array(
        fc.record({ size: fc.integer({ min: 1, max: 3 }), isOpen: fc.boolean(), isEmpty: fc.boolean() }),
        {
          maxLength: 3,
        },
      ),
      batch: fc.constantFrom([], [1], [2]),
      form: fc.constantFrom<Form>('flat', 'nested', 'binary'),
      extra: fc.boolean(),
    })
    .chain(({ type, sizes, batch, form, extra }) => {
      const shape = [...batch, ...sizes.map(({ size, isOpen, isEmpty }) => (isOpen && isEmpty ? 0 : size))];
      const count = shape.reduce((product, size) => product * size, 1);
      return fc.array(elementOf(type, form !== 'binary'), { minLength: count, maxLength: count }).map((elements) => ({
        output: { name, type, shape, elements },
        dims: sizes.map(({ size, isOpen }) => (isOpen ? -1 : size)),
        form,
        extra,
      }));
    });

const PARAMETERS = fc.dictionary(
  fc.constantFrom('sequence_id', 'x', 'triton_final_response'),
  fc.oneof(fc.boolean().map(literal), TEXTS.map(string), fc.integer().map(number), fc.constant(number('NaN'))),
  { maxKeys: 2, noNullPrototype: true },
);

/** Right responses in all forms: the members in any order, and with what the protocol permits beside them. */
export const right: fc.Arbitrary<Right> = fc
  .record({
    names: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }),
    head: fc.subarray(['model_name', 'model_version', 'id', 'parameters', 'extra']),
    parameters: PARAMETERS,
    isBinary: fc.boolean(),
  })
  .chain(({ names, head, parameters, isBinary }) =>
    fc.tuple(...names.map(outputOf)).chain((drawn) => {
      const tails = drawn.map(({ output, form }) =>
        form === 'binary' ? toTail(output.type, output.elements) : Buffer.of(),
      );
      const tail = Buffer.concat(tails);
      const members: Record<string, Json> = {
        model_name: string('model'),
        model_version: string('1'),
        id: string('42'),
        parameters: object(parameters),
        extra: array([literal(null), object({ error: string('of nobody') })]),
      };
      const items = drawn.map(({ output, form, extra }, index) =>
        object({
          name: string(output.name),
          datatype: string(output.type),
          shape: array(output.shape.map(number)),
          ...(form === 'binary'
            ? { parameters: object({ binary_data_size: number(tails[index].length) }) }
            : { ...(extra && { parameters: object(parameters), extra: literal(null) }), data: dataOf(output, form) }),
        }),
      );
      const entries = [
        ...head.map((name): [string, Json] => [name, members[name]]),
        ['outputs', array(items)] as [string, Json],
      ];
      return fc.shuffledSubarray(entries, { minLength: entries.length }).map((shuffled) => ({
        model: {
          name: 'model',
          outputs: drawn.map(({ output, dims }) => ({ name: output.name, dataType: output.type, dims })),
        },
        outputs: drawn.map(({ output }) => output),
        draft: { json: { kind: 'object' as const, members: shuffled }, tail, isBinary: isBinary || tail.length > 0 },
      }));
    }),
  );

function dataOf({ shape, elements }: Output, form: Form): Json {
  const flat = elements.map((element) => {
    if (typeof element === 'boolean') return literal(element);
    return typeof element === 'string' ? string(Buffer.from(element, 'hex').toString()) : number(element);
  });
  return array(form === 'flat' ? flat : nest(flat, shape));
}

function nest(items: Json[], [size, ...sizes]: readonly number[]): Json[] {
  if (sizes.length === 0) return items;
  const each = items.length / size || 0;
  return Array.from({ length: size }, (_, index) => array(nest(items.slice(index * each, (index + 1) * each), sizes)));
}
