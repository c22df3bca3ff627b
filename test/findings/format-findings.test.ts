import { error, Finding, warning } from '../../lib/findings/finding';
import { formatLimited, limitPerKind } from '../../lib/findings/format-findings';

const page = (id: string): string => `(https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/rules/${id})`;
const inputs = (count: number): Finding[] =>
  Array.from({ length: count }, (_, index) => error('io.name', `input[${index}].name`, 'an input needs a name'));
const format = (findings: Finding[]): string[] => limitPerKind(findings).flatMap(formatLimited);

test('20 of 300,000 findings of one kind are printed, and a line with the number of omitted findings', () => {
  const lines = format(inputs(300_000));
  expect(lines).toHaveLength(21);
  expect(lines[19]).toBe(`input[19].name: an input needs a name ${page('io.name')}`);
  expect(lines[20]).toBe(`input[…].name: … and 299980 more ${page('io.name')}`);
});

test('the entries of a map are counted as one list, regardless of the characters in their keys', () => {
  const parameters = Array.from({ length: 50 }, (_, index) =>
    error('param.path', `parameters[a]${index}]`, 'got a path'),
  );
  expect(format(parameters)[20]).toBe(`parameters[…]: … and 30 more ${page('param.path')}`);
});

test('all findings are printed if there are 20 of one kind', () => {
  expect(format(inputs(20))).toHaveLength(20);
});

test('findings with different rules, severities or lists are counted separately', () => {
  const findingsOfOtherKinds = [
    error('io.dims', 'input[0].dims', 'needs dims'),
    warning('io.name', 'input[0].name', 'needs a name'),
    error('io.name', 'output[0].name', 'needs a name'),
    error('param.path', 'parameters[a.b]', 'got a path'),
  ];
  expect(format([...inputs(20), ...findingsOfOtherKinds])).toHaveLength(24);
  const limited = limitPerKind([...inputs(20), ...inputs(1)], ({ message }) => message);
  expect(limited.map(({ omitted }) => omitted).filter((omitted) => omitted > 0)).toEqual([1]);
});

test('separators of lines and paragraphs, which some viewers interpret as line breaks, are escaped', () => {
  expect(format([error('io.name', 'input[0].name', 'got a\u2028b\u2029c')])).toEqual([
    String.raw`input[0].name: got a\u2028b\u2029c ${page('io.name')}`,
  ]);
});

test('a name with a line break or a command to the runner of a workflow stays in the line of its finding', () => {
  expect(format([error('io.name', 'input[0].name', 'got a\n::error::b ##[add-mask]c')])).toEqual([
    String.raw`input[0].name: got a\n::error::b ##\u005badd-mask]c ${page('io.name')}`,
  ]);
});
