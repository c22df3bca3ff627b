import { evaluate } from '../../../cli/dashboard/page/metric-math';

const VALUES: Record<string, number> = { hits: 30, misses: 10, executions: 8, zero: 0 };
const valueOf = (id: string): number | undefined => VALUES[id];

test.each([
  ['hits / executions', 3.75],
  ['100 * hits / (hits + misses)', 75],
  ['(hits - misses) / executions', 2.5],
  ['hits - misses - executions', 12],
  ['hits / executions / 0.5', 7.5],
])('%s = %d', (expression, value) => {
  expect(evaluate(expression, valueOf)).toBe(value);
});

test.each([
  ['hits / zero'],
  ['hits / absent'],
  ['FILL(hits, 0)'],
  ['IF(hits > 1, 2, 3)'],
  ['(hits'],
  ['hits hits'],
  [''],
])('%j has no value in the preview', (expression) => {
  expect(evaluate(expression, valueOf)).toBeUndefined();
});
