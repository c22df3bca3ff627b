import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ruleIds } from '../../docs/rule-ids';
import { FAILURES } from './failures';
import { FIXED_DEFECTS } from './fixed-defects';

const TESTS = join(__dirname, '..', '..');
const RULES = ruleIds();

function sourceOf(file: string): string {
  return readFileSync(join(TESTS, file), 'utf8');
}

/** Whether a file has a test, or a group of tests, with this title. */
function hasTest(file: string, title: string): boolean {
  return ['test', 'describe'].some((each) => sourceOf(file).includes(`${each}('${title}',`));
}

test('each of the 46 failures has a row, and each row a history or a test', () => {
  expect(FAILURES.map(({ number }) => number)).toEqual(Array.from({ length: 46 }, (_, index) => index + 1));
  const without = FAILURES.filter(({ histories, fixed, tests }) => !histories && !fixed && !tests);
  expect(without).toEqual([]);
});

describe.each(FAILURES)('$number: $symptom', ({ number, tests = {}, rules = [], fixed = [] }) => {
  test('what the row names is there', () => {
    const files = Object.entries(tests);
    const missing = files.flatMap(([file, titles]) => titles.filter((title) => !hasTest(file, title)));
    expect(missing).toEqual([]);
    expect(RULES).toEqual(expect.arrayContaining([...rules]));
    expect(FIXED_DEFECTS.map(({ sentence }) => sentence)).toEqual(expect.arrayContaining([...fixed]));
    // In an expression the dot of an id is written with a backslash.
    const expected = files.map(([file]) => sourceOf(file).replaceAll('\\', '')).join();
    expect(rules.filter((rule) => !expected.includes(rule))).toEqual([]);
  });

  test('the row names all of its tests', () => {
    const folder = join('endpoint', 'failures');
    const own = readdirSync(join(TESTS, folder))
      .filter((name) => name.endsWith('.test.ts'))
      .flatMap((name) => [...sourceOf(join(folder, name)).matchAll(/^(?:test|describe)\('(\d[^']*)'/gm)])
      .map(([, title]) => title)
      .filter((title) => title.split(':')[0].split(', ').map(Number).includes(number));
    expect(Object.values(tests).flat()).toEqual(expect.arrayContaining(own));
  });
});
