import { checkConfigText } from '../../site/playground/check-config-text';
import { createFragment, parseFragment } from '../../site/playground/link';

const ANY_TARGET = { release: '', instanceType: '' };
const PYTHON_CONFIG =
  'backend: "python"\ninput { name: "x" data_type: TYPE_FP32 dims: 4 }\noutput { name: "y" data_type: TYPE_FP32 dims: 4 }\n';

test('a valid configuration has a canonical text and no findings', () => {
  const { findings, canonical } = checkConfigText(`# comment\n${PYTHON_CONFIG}`, ANY_TARGET);
  expect(findings).toEqual([]);
  expect(canonical).toMatch(/^backend: "python"\ninput: \{\n/);
});

test('findings have a position and a link to their rule', () => {
  expect(checkConfigText(`${PYTHON_CONFIG}max_batch_size: -1`, ANY_TARGET).findings).toMatchObject([
    { severity: 'error', position: { line: 4, column: 1 }, page: expect.stringMatching(/\/rules\/batch\.nonneg$/) },
  ]);
});

test('invalid text has a finding and no canonical text', () => {
  expect(checkConfigText('max_batch_sise: 8', ANY_TARGET)).toEqual({
    findings: [expect.objectContaining({ ruleId: 'parse.text-proto', position: { line: 1, column: 1 } })],
  });
});

test('a template is not checked', () => {
  expect(checkConfigText('max_batch_size: ${max_batch_size}', ANY_TARGET)).toEqual({
    findings: [],
    note: expect.stringContaining('this is a template'),
  });
});

test('JSON has a finding that names it', () => {
  const { findings } = checkConfigText('{ "name": "bert" }', ANY_TARGET);
  expect(findings).toMatchObject([{ message: expect.stringContaining('got JSON') }]);
});

test('the release and the instance type add findings', () => {
  const findingsFor = (choice: object) =>
    checkConfigText(`${PYTHON_CONFIG}model_metrics { }\ninstance_group { kind: KIND_GPU gpus: 1 }`, {
      ...ANY_TARGET,
      ...choice,
    }).findings;
  expect(findingsFor({})).toEqual([]);
  expect(findingsFor({ release: '24.09' })).toMatchObject([{ field: 'model_metrics' }]);
  expect(findingsFor({ instanceType: 'ml.g5.xlarge' })).toMatchObject([{ ruleId: 'ig.gpu-id', severity: 'error' }]);
});

test('a link restores the text and the options', () => {
  const shared = { text: 'name: "größe+/=?&#" # ✓\n', release: '25.03', instanceType: 'ml.g5.xlarge' };
  expect(createFragment(shared)).toMatch(/^#[\w.&=-]+$/);
  expect(parseFragment(createFragment(shared))).toEqual(shared);
  expect(parseFragment(createFragment({ ...shared, ...ANY_TARGET }))).toEqual({ ...shared, ...ANY_TARGET });
});

test.each(['', '#topics', '#config=%%%'])('the fragment %j is not a link', (fragment) => {
  expect(parseFragment(fragment)).toBeUndefined();
});
