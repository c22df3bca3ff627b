import * as fs from 'fs';
import * as path from 'path';

const ROOT = path.join(__dirname, '..', '..');

/** What was measured, on which day and machine, and the lines of the table. */
function measuredIn(page: string): string[] {
  const [, table] = /<!-- table -->\n([^]*)<!-- \/table -->/.exec(fs.readFileSync(path.join(ROOT, page), 'utf8')) ?? [];
  return (table ?? '').split('\n').filter((line) => line !== '');
}

test('the README has three rows of the page on benchmarks', () => {
  const [readme, page] = ['README.md', 'docs/benchmarks.md'].map(measuredIn);
  expect(readme).toHaveLength(1 + 2 + 3); // when and where, the head, the rows
  expect(page).toEqual(expect.arrayContaining(readme));
});
