import { judge } from '../../site/playground/judge';
import { fragmentOf, sharedIn } from '../../site/playground/link';

const OPEN = { release: '', instanceType: '' };
const PYTHON =
  'backend: "python"\ninput { name: "x" data_type: TYPE_FP32 dims: 4 }\noutput { name: "y" data_type: TYPE_FP32 dims: 4 }\n';

test('a configuration without mistakes has its canonical text', () => {
  const { findings, canonical } = judge(`# comment\n${PYTHON}`, OPEN);
  expect(findings).toEqual([]);
  expect(canonical).toMatch(/^backend: "python"\ninput: \{\n/);
});

test('findings have a place and the page of their rule', () => {
  expect(judge(`${PYTHON}max_batch_size: -1`, OPEN).findings).toMatchObject([
    { severity: 'error', position: { line: 4, column: 1 }, page: expect.stringMatching(/\/rules\/batch\.nonneg$/) },
  ]);
});

test('text that cannot be read is one finding, without canonical text', () => {
  expect(judge('max_batch_sise: 8', OPEN)).toEqual({
    findings: [expect.objectContaining({ ruleId: 'parse.text-proto', position: { line: 1, column: 1 } })],
  });
});

test('release and instance type bring their rules', () => {
  const rules = (choice: object) =>
    judge(`${PYTHON}model_metrics { }\ninstance_group { kind: KIND_GPU gpus: 1 }`, { ...OPEN, ...choice }).findings;
  expect(rules({})).toEqual([]);
  expect(rules({ release: '24.09' })).toMatchObject([{ field: 'model_metrics' }]);
  expect(rules({ instanceType: 'ml.g5.xlarge' })).toMatchObject([{ ruleId: 'ig.gpu-id', severity: 'error' }]);
});

test('a link brings back what it was made of', () => {
  const shared = { text: 'name: "größe+/=?&#" # ✓\n', release: '25.03', instanceType: 'ml.g5.xlarge' };
  expect(fragmentOf(shared)).toMatch(/^#[\w.&=-]+$/);
  expect(sharedIn(fragmentOf(shared))).toEqual(shared);
  expect(sharedIn(fragmentOf({ ...shared, ...OPEN }))).toEqual({ ...shared, ...OPEN });
});

test.each(['', '#topics', '#config=%%%'])('the fragment %j is no link', (fragment) => {
  expect(sharedIn(fragment)).toBeUndefined();
});
