import * as fc from 'fast-check';
import { ModelConfig } from '../../lib/model-config';
import { ConfigTextError } from '../../lib/model-config/text/parse-error';
import { publicRows } from './corpus';
import { runs, sample } from '../setup/proof';

/** Ten public configurations, from short to long. */
const texts = publicRows
  .map((row) => row.config_pbtxt)
  .sort((a, b) => a.length - b.length)
  .filter((_, index, all) => index % Math.floor(all.length / 10) === 0)
  .slice(0, 10);

/** Returns the error message with the rule ID instead of the link. Errors of other classes are thrown, because they are bugs. */
function messageOf(text: string): string {
  try {
    ModelConfig.fromText(text).toJson();
    return 'parsed';
  } catch (error) {
    if (error instanceof Error && [Error, ConfigTextError].some((errorClass) => error.constructor === errorClass)) {
      return error.message.replace(/https:\S+\/(?=[^/]+\)$)/, '');
    }
    throw error;
  }
}

/** Matches a parsed text, or an error with a position and a rule. */
const PARSED_OR_EXPLAINED = /^parsed$|^config\.pbtxt:\d+:\d+: .* \(parse\.[a-z-]+\)$/s;

test.each([
  ['name "m"', '1:6: expected ":" before value of field "name" (parse.text-proto)'],
  ['name: "m"\nmax_batch_size: "8"', '2:17: expected an integer, got a string (parse.text-proto)'],
  ['max_batch_size: 99999999999', '1:17: expected an integer of type int32, got 99999999999 (parse.text-proto)'],
  ['max_batch_size: 1\n  max_batch_size: 2', '2:3: non-repeated field "max_batch_size" is repeated (parse.text-proto)'],
  [
    'input {\n  format: NCHW\n}',
    '2:11: unknown enum value "NCHW" for enum ModelInput.Format; did you mean FORMAT_NCHW? Expected one of FORMAT_NONE, FORMAT_NHWC, FORMAT_NCHW (parse.text-proto)',
  ],
  [
    'model_operations { name: "m" }',
    '1:20: unknown field "name" for message ModelOperations; expected one of op_library_filename (parse.text-proto)',
  ],
  ['sequence_batching { direct { minimum_slot_utilization: 1e-5 } }\noops: 1.5e-3', '2:1: unknown field "oops"'],
  ['input { name: "a"', '1:18: unexpected end of input, expected "}" (parse.text-proto)'],
  ['name: "a\n"', '1:7: invalid U+000A in string (parse.text-proto)'],
  ['input [ { name: "a" }, ]', '1:24: expected "{" or "<", got "]" (parse.text-proto)'],
  [
    '\uFEFFname: "m"',
    '1:1: expected a field name, got a byte order mark; save as UTF-8 without one (parse.text-proto)',
  ],
  ['name: "m"\0', '1:10: unexpected U+0000 (parse.text-proto)'],
  ['name: "m"\u0001', '1:10: unexpected U+0001 (parse.text-proto)'],
  [
    'dynamic_batching { } sequence_batching { }',
    '1:22: expected only one of dynamic_batching, sequence_batching, ensemble_scheduling (parse.oneof-scheduling)',
  ],
  [
    'version_policy { latest { } all { } }',
    '1:29: expected only one of latest, all, specific (parse.oneof-version-policy)',
  ],
  [
    'model_warmup { inputs { key: "X" value { zero_data: true random_data: true } } }',
    '1:58: expected only one of zero_data, random_data, input_data_file (parse.oneof-warmup)',
  ],
  [
    'sequence_batching { direct { } oldest { } }',
    '1:32: expected only one of direct, oldest (parse.oneof-seq-strategy)',
  ],
])('%j is rejected with the error %s', (text, message) => {
  const expected = `config.pbtxt:${message}`;
  expect(messageOf(text).slice(0, expected.length)).toBe(expected);
});

test('an error message shortens long names from the text', () => {
  expect(messageOf(`${'a'.repeat(1000)}: 1`)).toMatch(/unknown field "a{80}…" /);
});

test('Windows line endings are accepted', () => {
  expect(ModelConfig.fromText('name: "m"\r\n# comment\r\nmax_batch_size: 8\r\n').toJson()).toEqual({
    name: 'm',
    max_batch_size: 8,
  });
  expect(messageOf('name: "m"\r\nnames: "n"\r\n')).toMatch(/^config\.pbtxt:2:1: /);
});

test.each(
  sample(
    texts.map((text, index) => [index, text] as const),
    3,
  ),
)('file %i, truncated at each position, is parsed or has an error with a position', (_, text) => {
  for (let end = 0; end <= text.length; end++) {
    expect(messageOf(text.slice(0, end))).toMatch(PARSED_OR_EXPLAINED);
  }
});

test('a text with flipped bits is parsed or has an error with a position', () => {
  const flips = fc.array(fc.record({ at: fc.nat(), bit: fc.nat(7) }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.constantFrom(...texts), flips, (text, flippedBits) => {
      const bytes = Buffer.from(text);
      for (const { at, bit } of flippedBits) {
        bytes[at % bytes.length] ^= 1 << bit;
      }
      expect(messageOf(bytes.toString('utf8'))).toMatch(PARSED_OR_EXPLAINED);
    }),
    { numRuns: runs(500, 100) },
  );
});

test('any text is parsed or has an error with a position', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(messageOf(text)).toMatch(PARSED_OR_EXPLAINED);
    }),
  );
});

test.each(['{', 'input {', 'input [', '<', '[', '"', '#', '-', 'a', '0', '\n'])(
  'ten megabytes of %j are parsed or have an error with a position',
  (unit) => {
    expect(messageOf(unit.repeat(10_000_000 / unit.length))).toMatch(PARSED_OR_EXPLAINED);
  },
);

test('an error at the end of a long text is found', () => {
  const text = 'metric_tags { key: "k" value: "v" }\n'.repeat(2000);
  expect(messageOf(`${text}oops: 1`)).toMatch(/^config\.pbtxt:2001:1: unknown field "oops"/);
});
