import { renderTable } from '../../cli/output/table';

const HEAD = ['', 'scaling', 'instance hours'];
const ROWS = [['fixed fleet', '139 requests per second per instance, 1 to 2 instances, with a schedule', 24]];
const linesOf = (width?: number): string[] => renderTable(HEAD, ROWS, width).split('\n');

test('a table that is wider than the terminal has wrapped texts', () => {
  expect(linesOf(60)).toEqual([
    '┌─────────────┬───────────────────────────┬────────────────┐',
    '│             │ scaling                   │ instance hours │',
    '├─────────────┼───────────────────────────┼────────────────┤',
    '│ fixed fleet │ 139 requests per second   │ 24             │',
    '│             │ per instance, 1 to 2      │                │',
    '│             │ instances, with a         │                │',
    '│             │ schedule                  │                │',
    '└─────────────┴───────────────────────────┴────────────────┘',
  ]);
});

test.each([120, Infinity])(
  'a table that is narrower than the terminal (%f columns) has a line for each row',
  (width) => {
    expect(linesOf(width)).toContain(`│ fixed fleet │ ${ROWS[0][1]} │ 24             │`);
  },
);
