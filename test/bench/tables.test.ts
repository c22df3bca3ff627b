import * as fs from 'fs';
import * as path from 'path';

const ROOT = path.join(__dirname, '..', '..');

/** Date and host of the measurements, and the lines of the table. */
function measurementsIn(page: string): string[] {
  const [, table] = /<!-- table -->\n([^]*)<!-- \/table -->/.exec(fs.readFileSync(path.join(ROOT, page), 'utf8')) ?? [];
  return (table ?? '').split('\n').filter((line) => line !== '');
}

test('the page on benchmarks states the target of each comparison with a handwritten stack', () => {
  const page = fs.readFileSync(path.join(ROOT, 'docs', 'benchmarks.md'), 'utf8').replace(/\s+/g, ' ');
  const [, ratio] = /ratio of at most ([\d.]+) for any number of endpoints/.exec(page) ?? [];
  const targets = measurementsIn('docs/benchmarks.md').flatMap((line) => {
    const [, target] =
      /^\| synthesis of \d+ endpoints? \|.*\| handwritten stack,.*\|\s*<= ([\d.]+) \|$/.exec(line) ?? [];
    return target ?? [];
  });
  expect(targets).toEqual([ratio, ratio, ratio, ratio]);
});

test('only the page on benchmarks contains the table of the measurements', () => {
  expect(measurementsIn('docs/benchmarks.md').length).toBeGreaterThan(1 + 2 + 10); // date and host, the header, the rows
  expect(measurementsIn('README.md')).toEqual([]);
});
