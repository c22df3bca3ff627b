import { ModelConfig } from '../../lib/model-config';
import { locator } from '../../lib/model-config/text/locate';
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
  // What the text lacks is where its message is.
  ['input[1].data_type', '4:3'],
  ['instance_group[0].kind', '7:1'],
])('%s is at %s', (path, place) => {
  const { line, column } = locator(TEXT)(path) ?? {};
  expect(`${line}:${column}`).toBe(place);
});

test('a field of the configuration itself that the text lacks has no place', () => {
  expect(locator(TEXT)('dynamic_batching.preferred_batch_size')).toBeUndefined();
});

test('in public configurations, each field that is there is found', () => {
  const readable = publicRows.filter(({ verdict }) => verdict === 'accept');
  for (const { config_pbtxt: text } of readable) {
    const locate = locator(text);
    const lines = text.split('\n');
    for (const [path, name] of pathsOf(ModelConfig.fromText(text).toJson())) {
      const { line, column } = locate(path) ?? { line: 1, column: 1 };
      expect(lines[line - 1].slice(column - 1), `${path} of ${text}`).toMatch(new RegExp(`^(${name}\\b|[{<])`));
    }
  }
  expect(readable).toHaveLength(209);
});

/** Paths of all fields but those inside maps, each with the name that has to stand there; a value of a list begins with a bracket. */
function pathsOf(json: object, prefix = ''): [path: string, name: string][] {
  return Object.entries(json).flatMap(([name, value]): [string, string][] => {
    const path = `${prefix}${name}`;
    if (Array.isArray(value)) {
      const elements = value.map((each, index) => [`${path}[${index}]`, each] as const);
      return elements.flatMap(([at, each]) =>
        isMessage(each) ? [[at, name] as [string, string], ...pathsOf(each, `${at}.`)] : [],
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
