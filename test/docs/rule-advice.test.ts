import * as path from 'path';
import { readRulePages } from '../../site/rules';
import { adviceOf, follows } from './rule-advice';
import { ruleExamples } from './rule-examples';

const pages = readRulePages(path.join(__dirname, '..', '..', 'docs', 'rules'));

const advised = ['pbtxt', 'ts']
  .flatMap((language) => ruleExamples(pages, language))
  .flatMap(([id, { page, wrong, fixed }]) => adviceOf(page.text).map((advice) => ({ id, wrong, fixed, ...advice })));

test.each(advised.map((advice) => [advice.id, advice.sentence, advice] as const))(
  '%s: the fixed example follows the advice "%s"',
  (_, _sentence, { wrong, fixed, alternatives }) => {
    expect(alternatives.some((advice) => follows({ wrong, fixed }, advice))).toBe(true);
  },
);

test('a page whose problem is never found otherwise names the result, and a page without a message in the log names no time', () => {
  const unclear = pages.filter(({ text }) => {
    const [, found = ''] = /^- Otherwise found: (.*)$/m.exec(text) ?? [];
    const isSilent = /without a message|has no effect|ignores (?:it|them)\b/.test(text.split('\n\n')[0]);
    return /(?:^|, |Otherwise )never(?!:)/.test(found) || (isSilent && found === 'when the model loads');
  });
  expect(unclear.map(({ id }) => id)).toEqual([]);
});

describe('of a sentence on a rule page,', () => {
  const alternatives = (text: string) => adviceOf(text).flatMap((advice) => advice.alternatives);
  /** Whether the fixed example follows the advice in a text. */
  const isFollowed = (text: string, wrong: string, fixed: string) =>
    adviceOf(text).every((advice) => advice.alternatives.some((each) => follows({ wrong, fixed }, each)));

  test('what to set and what to remove are alternatives', () => {
    expect(alternatives('It is wrong. Set `max_batch_size` to 1 or more, or omit `dynamic_batching`.')).toEqual([
      { present: ['max_batch_size'], minimum: 1 },
      { absent: ['dynamic_batching'] },
    ]);
    expect(alternatives('Set `zero_data: true` or `data_file`.')).toEqual([
      { present: ['zero_data: true'] },
      { present: ['data_file'] },
    ]);
    expect(alternatives('Set `levels` and `default_level`, or remove the priority settings.')).toEqual([
      { present: ['levels', 'default_level'] },
      { isShorter: true },
    ]);
  });

  test('a replacement excludes what it replaces', () => {
    const advice = 'Set `backend` instead of `platform`.';
    expect(alternatives(advice)).toEqual([{ present: ['backend'], absent: ['platform'] }]);
    expect(isFollowed(advice, '', 'backend: "python"')).toBe(true);
    expect(isFollowed(advice, '', 'platform: "onnxruntime_onnx"')).toBe(false);
  });

  test('a different alternative is not checked', () => {
    expect(alternatives('Omit `gpus`, or use a different instance type.')).toEqual([]);
  });

  test.each([
    ['Set `instanceCount` to 2 or more.', '', '{ instanceCount: 2 }', '{ instanceCount: 1 }'],
    ['Set `max_batch_size` to 0 or 1.', 'max_batch_size: 8', 'max_batch_size: 1', 'max_batch_size: 4'],
    [
      'Increase `bakeTime`.',
      'bakeTime: Duration.minutes(5)',
      'bakeTime: Duration.hours(1)',
      'bakeTime: Duration.seconds(9)',
    ],
    ['Reduce `first` or `second`.', 'first: 8, second: 9', 'first: 8, second: 4', 'first: 8, second: 10'],
    ['Change `interval`.', 'interval: 1', 'interval: 2', 'interval: 1'],
    ['Use values from 1 to `max`.', 'max: 8\nsize: 9', 'max: 8\nsize: 4', 'max: 8\nsize: 16'],
    ['Use letters, digits, `-` and `_`.', 'name: "a/b"', 'name: "a-b"', 'name: "a.b"'],
    ["Move the library into the model's folder.", 'library: "../a.so"', 'library: "a.so"', 'library: "/opt/a.so"'],
    [
      'Remove `order`, or use one priority level.',
      'order: 1\npriority_levels: 2',
      'order: 1\npriority_levels: 1',
      'order: 1\npriority_levels: 3',
    ],
    ['Remove the parameter.', 'backend: "a"\nparameter: 1', 'backend: "a"', 'backend: "a"\nparameter: 22'],
  ])('%s is followed only by an example that shows it', (advice, wrong, followed, ignored) => {
    expect([isFollowed(advice, wrong, followed), isFollowed(advice, wrong, ignored)]).toEqual([true, false]);
  });
});
