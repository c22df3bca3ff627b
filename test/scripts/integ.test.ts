import * as fs from 'node:fs';
import * as path from 'node:path';
import { APPS, failedChecks } from '../../scripts/integ';

test('each app of integ/ is deployed', () => {
  const files = fs.readdirSync(path.join(__dirname, '..', '..', 'integ')).map((file) => path.parse(file).name);
  expect(Object.keys(APPS).sort()).toEqual(files.filter((name) => name !== 'check').sort());
});

describe('what the stacks say of the checks', () => {
  const result = (status: string, message?: string): string => JSON.stringify({ status, message });

  test('a failed one is a failure, in its words', () => {
    expect(
      failedChecks({
        Stack: { Url: 'https://…' },
        Checks: { AssertionResultsOne: result('success'), AssertionResultsTwo: result('fail', 'not in service') },
      }),
    ).toEqual(['Two: not in service']);
  });

  test('so is none', () => {
    expect(failedChecks({ Stack: { Url: 'https://…' } })).toEqual(['nothing was checked']);
  });

  test('all of them right are none', () => {
    expect(failedChecks({ Checks: { AssertionResultsOne: result('success') } })).toEqual([]);
  });
});
