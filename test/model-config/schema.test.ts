import { FIRST_RELEASE } from '../../lib/model-config/schema/field';
import { enums, messages } from '../../lib/model-config/schema/schema';

const fields = Object.entries(messages).flatMap(([message, fieldsByName]) =>
  Object.entries(fieldsByName).map(([name, field]) => ({ id: `${message}.${name}`, field })),
);
const values = Object.entries(enums).flatMap(([name, { values: enumValues }]) =>
  enumValues.map((value) => `${name}::${value}`),
);

test('the schema contains all fields and enum values of Triton', () => {
  expect(fields.length + values.length).toBe(203);
});

test('tags are unique within a message', () => {
  for (const fieldsByName of Object.values(messages)) {
    const tags = Object.values(fieldsByName).map(({ tag }) => tag);
    expect(new Set(tags).size).toBe(tags.length);
  }
});

test('every field has a scalar type, or a type of the schema', () => {
  const scalars = ['string', 'bool', 'int32', 'uint32', 'int64', 'uint64', 'float', 'double'];
  const unknown = fields.filter(
    ({ field: { type } }) => ![...scalars, ...Object.keys(enums), ...Object.keys(messages)].includes(type),
  );
  expect(unknown).toEqual([]);
});

test('the releases that added fields and values are valid', () => {
  const entriesWithRelease = [
    ...fields.flatMap(({ id, field: { since } }) => (since ? [`${id} ${since}`] : [])),
    ...Object.entries(enums).flatMap(([name, { since }]) =>
      Object.entries(since).map(([value, release]) => `${name}::${value} ${release}`),
    ),
  ];
  expect(
    entriesWithRelease.filter((entry) => !/ 2[1-6]\.(0[1-9]|1[0-2])$/.test(entry) || entry.endsWith(FIRST_RELEASE)),
  ).toEqual([]);
  expect(entriesWithRelease).toContain('ModelInput.is_non_linear_format_io 24.08');
  expect(entriesWithRelease).toContain('DataType::TYPE_BF16 22.05');
});
