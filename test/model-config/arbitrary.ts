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
  float: floats.map((value) => Number(value.toPrecision(6))).map((value) => shortest(Math.fround(value))),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
};

/** The shortest decimal of a 32-bit number, as the JSON form has it. */
function shortest(value: number): number {
  const digits = [1, 2, 3, 4, 5, 6, 7, 8].find((n) => Math.fround(Number(value.toPrecision(n))) === value);
  return Number(value.toPrecision(digits ?? 9));
}

function single(type: string): fc.Arbitrary<unknown> {
  if (type in enums) {
    return fc.constantFrom(...enums[type].values);
  }
  return type in messages ? messageOf(type) : scalars[type];
}

function isDefault(field: Field, value: unknown): boolean {
  if (field.label === 'many') {
    return (value as unknown[]).length === 0;
  }
  if (field.label === 'map') {
    return Object.keys(value as object).length === 0;
  }
  // Plain values outside of oneofs, equal to their default, are not on record.
  const plain = field.oneof === undefined && !(field.type in messages);
  const zero = field.type.endsWith('64') ? '0' : (enums[field.type]?.values[0] ?? 0);
  return plain && (value === zero || value === '' || value === false);
}

function fieldOf(field: Field): fc.Arbitrary<unknown> {
  if (field.label === 'many') {
    return fc.array(single(field.type), { maxLength: 3 });
  }
  if (field.label === 'map') {
    return fc.dictionary(
      field.key === 'uint64' ? (scalars.uint64 as fc.Arbitrary<string>) : strings,
      single(field.type),
      {
        maxKeys: 3,
        noNullPrototype: true,
      },
    );
  }
  return single(field.type);
}

const cache = new Map<string, fc.Arbitrary<object>>();

/** Any message of a type in its canonical JSON form: fields with default values absent, one member of each oneof. */
export function messageOf(type: string): fc.Arbitrary<object> {
  const known = cache.get(type);
  if (known) {
    return known;
  }
  const fields = messages[type];
  const arbitrary = fc
    .record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldOf(field)])), {
      requiredKeys: [],
    })
    .map((message) => {
      const oneofs = new Set<string>();
      return Object.fromEntries(
        Object.entries(message).filter(([name, value]) => {
          const { oneof } = fields[name];
          const taken = oneof !== undefined && oneofs.has(oneof);
          if (oneof !== undefined) {
            oneofs.add(oneof);
          }
          return !taken && !isDefault(fields[name], value);
        }),
      );
    });
  cache.set(type, arbitrary);
  return arbitrary;
}
