import * as fc from 'fast-check';
import { Field } from '../../lib/model-config/schema/field';
import { enums, messages } from '../../lib/model-config/schema/schema';

const strings = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('INPUT__0', '"', '\\', '\n', '\u2028dims: 1', "it's"),
);

const floats = fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value));

const scalars: { [type: string]: fc.Arbitrary<unknown> } = {
  string: strings,
  bool: fc.boolean(),
  int32: fc.integer(),
  uint32: fc.nat(),
  int64: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String),
  uint64: fc.bigInt(0n, 2n ** 64n - 1n).map(String),
  float: floats.map((value) => Number(value.toPrecision(6))).map((value) => shortestDecimal(Math.fround(value))),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
};

/** Returns the number with the fewest decimal digits that has the same 32-bit value, as in the JSON format. */
function shortestDecimal(value: number): number {
  const digits = [1, 2, 3, 4, 5, 6, 7, 8].find((n) => Math.fround(Number(value.toPrecision(n))) === value);
  return Number(value.toPrecision(digits ?? 9));
}

function arbitraryValue(type: string): fc.Arbitrary<unknown> {
  if (type in enums) {
    return fc.constantFrom(...enums[type].values);
  }
  return type in messages ? arbitraryMessage(type) : scalars[type];
}

function isDefault(field: Field, value: unknown): boolean {
  if (field.label === 'repeated') {
    return (value as unknown[]).length === 0;
  }
  if (field.label === 'map') {
    return Object.keys(value as object).length === 0;
  }
  // Protobuf does not store a scalar field that has its default value, unless the field is in a oneof.
  const isScalarOutsideOneof = field.oneof === undefined && !(field.type in messages);
  const zero = field.type.endsWith('64') ? '0' : (enums[field.type]?.values[0] ?? 0);
  return isScalarOutsideOneof && (value === zero || value === '' || value === false);
}

function arbitraryField(field: Field): fc.Arbitrary<unknown> {
  if (field.label === 'repeated') {
    return fc.array(arbitraryValue(field.type), { maxLength: 3 });
  }
  if (field.label === 'map') {
    return fc.dictionary(
      field.key === 'uint64' ? (scalars.uint64 as fc.Arbitrary<string>) : strings,
      arbitraryValue(field.type),
      {
        maxKeys: 3,
        noNullPrototype: true,
      },
    );
  }
  return arbitraryValue(field.type);
}

const arbitraryByType = new Map<string, fc.Arbitrary<object>>();

/** Generates messages of a type in the canonical JSON format: without default values, and with at most one field of each oneof. */
export function arbitraryMessage(type: string): fc.Arbitrary<object> {
  const cached = arbitraryByType.get(type);
  if (cached) {
    return cached;
  }
  const fields = messages[type];
  const arbitrary = fc
    .record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, arbitraryField(field)])), {
      requiredKeys: [],
    })
    .map((message) => {
      const setOneofs = new Set<string>();
      return Object.fromEntries(
        Object.entries(message).filter(([name, value]) => {
          const { oneof } = fields[name];
          const isOneofSet = oneof !== undefined && setOneofs.has(oneof);
          if (oneof !== undefined) {
            setOneofs.add(oneof);
          }
          return !isOneofSet && !isDefault(fields[name], value);
        }),
      );
    });
  arbitraryByType.set(type, arbitrary);
  return arbitrary;
}
