import * as path from 'path';
import { readRulePages } from '../../site/rules';
import { adviceOf, follows } from './rule-advice';
import { ruleExamples } from './rule-examples';

const pages = readRulePages(path.join(__dirname, '..', '..', 'docs', 'rules'));

const advised = ['pbtxt', 'ts']
  .flatMap((language) => ruleExamples(pages, language))
  .flatMap(([id, { page, fixed }]) => adviceOf(page.text).map((advice) => ({ id, fixed, ...advice })));

test.each(advised.map((advice) => [advice.id, advice.sentence, advice] as const))(
  '%s: the fixed example follows the advice "%s"',
  (_, _sentence, { fixed, alternatives }) => {
    expect(alternatives.some((advice) => follows(fixed, advice))).toBe(true);
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

  test('what to set and what to remove are alternatives', () => {
    expect(alternatives('It is wrong. Set `max_batch_size` to 1 or more, or omit `dynamic_batching`.')).toEqual([
      { present: ['max_batch_size'], absent: [], minimum: 1 },
      { present: [], absent: ['dynamic_batching'] },
    ]);
    expect(alternatives('Set `zero_data: true` or `data_file`.')).toEqual([
      { present: ['zero_data: true'], absent: [] },
      { present: ['data_file'], absent: [] },
    ]);
  });

  test('a replacement excludes what it replaces', () => {
    expect(alternatives('Set `backend` instead of `platform`.')).toEqual([
      { present: ['backend'], absent: ['platform'] },
    ]);
    expect(follows('backend: "python"', { present: ['backend'], absent: ['platform'] })).toBe(true);
    expect(follows('platform: "onnxruntime_onnx"', { present: ['backend'], absent: ['platform'] })).toBe(false);
  });

  test('a different alternative is not checked', () => {
    expect(alternatives('Omit `gpus`, or use a different instance type.')).toEqual([]);
  });

  test('the value is at least the number in the sentence', () => {
    const advice = { present: ['instanceCount'], absent: [], minimum: 2 };
    expect(follows('{ instanceCount: 2 }', advice)).toBe(true);
    expect(follows('{ instanceCount: 1 }', advice)).toBe(false);
  });
});
