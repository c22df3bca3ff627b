import { ModelConfig } from '../../lib/model-config';
import { createLocator } from '../../lib/model-config/text/locate';
import { publicRows } from './corpus';

const TEXT = `name: "m" # a comment with instance_group {
input [
  { name: "a" dims: [ 1, -1 ] },
  { name: "b" dims: 3 dims: 4 }
]
input { name: "c", dims: [] }
instance_group < count: 2; gpus: [ 0 ,
  1 ] >
parameters { key: "a.b[0]" value: { string_value: "x"
  "y" } }
parameters: [{ key: 'last' value < string_value: 'z' > }]
`;

test.each([
  ['name', '1:1'],
  ['input[0]', '3:3'],
  ['input[0].dims[1]', '3:26'],
  ['input[1].name', '4:5'],
  ['input[1].dims[1]', '4:23'],
  ['input[2].dims', '6:20'],
  ['instance_group[0].gpus[1]', '8:3'],
  ['parameters[a.b[0]]', '9:1'],
  ['parameters[a.b[0]].string_value', '9:37'],
  ['parameters[last]', '11:14'],
  // A field that is not set has the position of the message that contains the field.
  ['input[1].data_type', '4:3'],
  ['instance_group[0].kind', '7:1'],
])('%s is at %s', (path, position) => {
  const { line, column } = createLocator(TEXT)(path) ?? {};
  expect(`${line}:${column}`).toBe(position);
});

test('a top-level field that is not set has no position', () => {
  expect(createLocator(TEXT)('dynamic_batching.preferred_batch_size')).toBeUndefined();
});

test('all fields of public configurations are located', () => {
  const acceptedRows = publicRows.filter(({ verdict }) => verdict === 'accept');
  for (const { config_pbtxt: text } of acceptedRows) {
    const locate = createLocator(text);
    const lines = text.split('\n');
    for (const [path, name] of pathsOf(ModelConfig.fromText(text).toJson())) {
      const { line, column } = locate(path) ?? { line: 1, column: 1 };
      const textAtPosition = lines[line - 1].slice(column - 1);
      const start = new RegExp(`^(${name}\\b|[{<])`);
      expect({ text, path, textAtPosition }).toEqual({ text, path, textAtPosition: expect.stringMatching(start) });
    }
  }
  expect(acceptedRows).toHaveLength(209);
});

/**
 * Returns the paths of all fields except map entries, each with the name that is expected at the position of the field. The position of a
 * message in a list can contain a bracket instead of the name.
 */
function pathsOf(json: object, prefix = ''): [path: string, name: string][] {
  return Object.entries(json).flatMap(([name, value]): [string, string][] => {
    const path = `${prefix}${name}`;
    if (Array.isArray(value)) {
      const elements = value.map((each, index) => [`${path}[${index}]`, each] as const);
      return elements.flatMap(([element, each]) =>
        isMessage(each) ? [[element, name] as [string, string], ...pathsOf(each, `${element}.`)] : [],
      );
    }
    if (!isMessage(value)) return [[path, name]];
    return MAPS.includes(name) ? [[path, name]] : [[path, name], ...pathsOf(value, `${path}.`)];
  });
}

const MAPS = [
  'parameters',
  'metric_tags',
  'cc_model_filenames',
  'inputs',
  'input_map',
  'output_map',
  'input',
  'priority_queue_policy',
];

function isMessage(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
