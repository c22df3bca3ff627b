import * as fs from 'fs';
import * as path from 'path';

const ROOT = path.join(__dirname, '..', '..');

/** Date and host of the measurements, and the lines of the table. */
function measurementsIn(page: string): string[] {
  const [, table] = /<!-- table -->\n([^]*)<!-- \/table -->/.exec(fs.readFileSync(path.join(ROOT, page), 'utf8')) ?? [];
  return (table ?? '').split('\n').filter((line) => line !== '');
}

test('only the page on benchmarks contains the table of the measurements', () => {
  expect(measurementsIn('docs/benchmarks.md').length).toBeGreaterThan(1 + 2 + 10); // date and host, the header, the rows
  expect(measurementsIn('README.md')).toEqual([]);
});
