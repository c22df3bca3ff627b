import { textErrors } from '../../lib/model-config/text/parse-text';

/** Returns the errors in a text, with their positions. */
const errorsOf = (text: string): string[] =>
  textErrors(text, 'config.pbtxt').map(({ position: { line, column }, reason }) => `${line}:${column}: ${reason}`);

test('a valid text has no errors', () => {
  expect(errorsOf('name: "m"')).toEqual([]);
});

test('all misspelled fields and values are found, with their positions', () => {
  const text = `name: "m"
max_batch_sise: 8
instance_group [ { kind: KIND_GPUU }, { kind: KIND_CPUU count: 2 } ]
input { name: "x" data_type: FP32 dims: [ 3 ], shape: [ 1,
  2 ], format: NCHW }
parameterz { key: "a" value { string_value: "b" "c}" } } # a comment
version_policy { specific { version: 1 } }`;
  expect(errorsOf(text).map((error) => error.replace(/;.*/, ''))).toEqual([
    '2:1: unknown field "max_batch_sise" for message ModelConfig',
    '3:26: unknown enum value "KIND_GPUU" for enum ModelInstanceGroup.Kind',
    '3:47: unknown enum value "KIND_CPUU" for enum ModelInstanceGroup.Kind',
    '4:30: unknown enum value "FP32" for enum DataType',
    '4:48: unknown field "shape" for message ModelInput',
    '5:16: unknown enum value "NCHW" for enum ModelInput.Format',
    '6:1: unknown field "parameterz" for message ModelConfig',
    '7:29: unknown field "version" for message ModelVersionPolicy.Specific',
  ]);
});

test('the names of a type are listed once', () => {
  const [first, second, third, ...others] = errorsOf('nam: "m"\nbackent: "python"\nnothing: 1\ninput { dim: 1 }');
  expect(first).toMatch(/^1:1: .*; did you mean name\? Expected one of name, platform, backend, /);
  expect(second).toBe('2:1: unknown field "backent" for message ModelConfig; did you mean backend?');
  expect(third).toBe('3:1: unknown field "nothing" for message ModelConfig');
  expect(others).toEqual([expect.stringMatching(/did you mean dims\? Expected one of name, data_type, /)]);
});

test('no errors are found after the first error that is not a misspelled name', () => {
  expect(errorsOf('nam: "m"\nmax_batch_size: "8"\nbackent: "python"')).toEqual([
    expect.stringMatching(/^1:1: unknown field "nam".*did you mean name\?/),
    '2:17: expected an integer, got a string',
  ]);
});

test.each(['names: ', 'names {', 'names: [ 1', 'names: "m" "n', 'names'])(
  'the incomplete text %j has at least one error',
  (text) => {
    expect(errorsOf(text).length).toBeGreaterThan(0);
  },
);

test('at most 20 errors are returned', () => {
  expect(errorsOf('nam: "m"\n'.repeat(50))).toHaveLength(20);
});
