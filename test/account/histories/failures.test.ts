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

/** Whether a file has a `test` or a `describe` with this title. */
function hasTest(file: string, title: string): boolean {
  return ['test', 'describe'].some((testFunction) => sourceOf(file).includes(`${testFunction}('${title}',`));
}

test('each of the 46 failures has a row with a history or a test', () => {
  expect(FAILURES.map(({ number }) => number)).toEqual(Array.from({ length: 46 }, (_, index) => index + 1));
  const failuresWithoutEvidence = FAILURES.filter(
    ({ histories, fixedDefects, tests }) => !histories && !fixedDefects && !tests,
  );
  expect(failuresWithoutEvidence).toEqual([]);
});

describe.each(FAILURES)('$number: $symptom', ({ number, tests = {}, rules = [], fixedDefects = [] }) => {
  test('the tests, rules and fixed defects in the row exist', () => {
    const files = Object.entries(tests);
    const missingTitles = files.flatMap(([file, titles]) => titles.filter((title) => !hasTest(file, title)));
    expect(missingTitles).toEqual([]);
    expect(RULES).toEqual(expect.arrayContaining([...rules]));
    expect(FIXED_DEFECTS.map(({ title }) => title)).toEqual(expect.arrayContaining([...fixedDefects]));
    // The tests must mention each rule. Backslashes are removed, because rule IDs in regular expressions have escaped dots.
    const testSources = files.map(([file]) => sourceOf(file).replaceAll('\\', '')).join();
    expect(rules.filter((rule) => !testSources.includes(rule))).toEqual([]);
  });

  test('the row lists all of its tests', () => {
    const folder = join('endpoint', 'failures');
    const titlesOfFailure = readdirSync(join(TESTS, folder))
      .filter((name) => name.endsWith('.test.ts'))
      .flatMap((name) => [...sourceOf(join(folder, name)).matchAll(/^(?:test|describe)\('(\d[^']*)'/gm)])
      .map(([, title]) => title)
      .filter((title) => title.split(':')[0].split(', ').map(Number).includes(number));
    expect(Object.values(tests).flat()).toEqual(expect.arrayContaining(titlesOfFailure));
  });
});
