import { FIRST_RELEASE } from '../../lib/model-config/schema/field';
import { enums, messages } from '../../lib/model-config/schema/schema';

const fields = Object.entries(messages).flatMap(([message, all]) =>
  Object.entries(all).map(([name, field]) => ({ id: `${message}.${name}`, field })),
);
const values = Object.entries(enums).flatMap(([name, { values: all }]) => all.map((value) => `${name}::${value}`));

test('has all that Triton knows', () => {
  expect(fields.length + values.length).toBe(203);
});

test('tags are unique within a message', () => {
  for (const all of Object.values(messages)) {
    const tags = Object.values(all).map(({ tag }) => tag);
    expect(new Set(tags).size).toBe(tags.length);
  }
});

test('types exist', () => {
  const scalars = ['string', 'bool', 'int32', 'uint32', 'int64', 'uint64', 'float', 'double'];
  const unknown = fields.filter(
    ({ field: { type } }) => ![...scalars, ...Object.keys(enums), ...Object.keys(messages)].includes(type),
  );
  expect(unknown).toEqual([]);
});

test('what came later says when', () => {
  const dated = [
    ...fields.flatMap(({ id, field: { since } }) => (since ? [`${id} ${since}`] : [])),
    ...Object.entries(enums).flatMap(([name, { since }]) =>
      Object.entries(since).map(([value, release]) => `${name}::${value} ${release}`),
    ),
  ];
  expect(dated.filter((one) => !/ 2[1-6]\.(0[1-9]|1[0-2])$/.test(one) || one.endsWith(FIRST_RELEASE))).toEqual([]);
  expect(dated).toContain('ModelInput.is_non_linear_format_io 24.08');
  expect(dated).toContain('DataType::TYPE_BF16 22.05');
});
