import { error, Finding, warning } from '../../lib/findings/finding';
import { fewOfEach } from '../../lib/findings/few-of-each';
import { linesOf } from '../../lib/findings/rule-page';

const page = (id: string): string => `(https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/rules/${id})`;
const inputs = (count: number): Finding[] =>
  Array.from({ length: count }, (_, index) => error('io.name', `input[${index}].name`, 'an input needs a name'));
const lines = (findings: Finding[]): string[] => fewOfEach(findings).flatMap(linesOf);

test('of 300,000 findings of a kind, the first 20 and a line with the number of the others are left', () => {
  const found = lines(inputs(300_000));
  expect(found).toHaveLength(21);
  expect(found[19]).toBe(`input[19].name: an input needs a name ${page('io.name')}`);
  expect(found[20]).toBe(`input[…].name: … and 299980 more ${page('io.name')}`);
});

test('keys of a map are one list, whatever is in them', () => {
  const parameters = Array.from({ length: 50 }, (_, index) =>
    error('param.path', `parameters[a]${index}]`, 'got a path'),
  );
  expect(lines(parameters)[20]).toBe(`parameters[…]: … and 30 more ${page('param.path')}`);
});

test('20 are not too many', () => {
  expect(lines(inputs(20))).toHaveLength(20);
});

test('rules, severities and lists are counted apart', () => {
  const others = [
    error('io.dims', 'input[0].dims', 'needs dims'),
    warning('io.name', 'input[0].name', 'needs a name'),
    error('io.name', 'output[0].name', 'needs a name'),
    error('param.path', 'parameters[a.b]', 'got a path'),
  ];
  expect(lines([...inputs(20), ...others])).toHaveLength(24);
  const groups = fewOfEach([...inputs(20), ...inputs(1)], ({ message }) => message).filter(({ more }) => more > 0);
  expect(groups.map(({ more }) => more)).toEqual([1]);
});
