import * as fs from 'node:fs';
import * as path from 'node:path';
import { APPS, failedChecks } from '../../scripts/integ';

test('each app in integ/ is deployed', () => {
  const files = fs
    .readdirSync(path.join(__dirname, '..', '..', 'integ'))
    .flatMap((file) => (file.endsWith('.ts') ? [path.parse(file).name] : []));
  expect(Object.keys(APPS).sort()).toEqual(files.filter((name) => name !== 'check').sort());
});

describe('check results in stack outputs', () => {
  const result = (status: string, message?: string): string => JSON.stringify({ status, message });

  test('contain the message of a failed check', () => {
    expect(
      failedChecks({
        Stack: { Url: 'https://…' },
        Checks: { AssertionResultsOne: result('success'), AssertionResultsTwo: result('fail', 'not in service') },
      }),
    ).toEqual(['Two: not in service']);
  });

  test('contain a failure if no check was run', () => {
    expect(failedChecks({ Stack: { Url: 'https://…' } })).toEqual(['nothing was checked']);
  });

  test('contain no failures if all checks are successful', () => {
    expect(failedChecks({ Checks: { AssertionResultsOne: result('success') } })).toEqual([]);
  });
});
