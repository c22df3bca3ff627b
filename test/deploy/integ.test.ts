import * as fs from 'node:fs';
import { runApp } from '../../scripts/integ';

/**
 * A fake CDK CLI. Each deployment has the next result of `deployments` (green: the deployment succeeds; red: the deployment fails), and one
 * check with the status `check`. `calls` is a summary of the calls.
 */
function fakeCdkCli(deployments: ('green' | 'red')[], check = 'success'): { cdk: typeof cdk; calls: string[] } {
  const calls: string[] = [];
  const cdk = (...args: (string | string[])[]): boolean => {
    const [action, ...options] = args.flat();
    const valueOf = (name: string): string =>
      options.find((option) => option.startsWith(name))?.slice(name.length) ?? '';
    calls.push(`${action} ${valueOf('--context=revision=')}`.trim());
    if (action === 'destroy') return true;
    const checks = { AssertionResultsAnswer: JSON.stringify({ status: check, message: 'got no scores' }) };
    fs.writeFileSync(valueOf('--outputs-file='), JSON.stringify({ Checks: checks }));
    return deployments.shift() === 'green';
  };
  return { cdk, calls };
}

test('the command deploys an endpoint, updates it, deploys a revision that must fail, and checks the restored endpoint', () => {
  const { cdk, calls } = fakeCdkCli(['green', 'green', 'red', 'green']);
  expect(runApp('realtime', [], cdk)).toEqual([]);
  expect(calls).toEqual(['deploy first', 'deploy second', 'deploy broken', 'deploy second', 'destroy']);
});

test('the command fails if an update that must fail succeeds', () => {
  const { cdk, calls } = fakeCdkCli(['green', 'green', 'green', 'green']);
  expect(runApp('realtime', [], cdk)).toEqual(['its revision broken was deployed, and should have failed']);
  expect(calls.at(-1)).toBe('destroy');
});

test.each([
  ['a deployment', fakeCdkCli(['red']), 'its revision first was not deployed'],
  ['a check', fakeCdkCli(['green'], 'fail'), 'Answer: got no scores'],
])('if %s fails, the command destroys the stack without an update', (_, { cdk, calls }, failure) => {
  expect(runApp('realtime', [], cdk)).toEqual([failure]);
  expect(calls).toEqual(['deploy first', 'destroy']);
});
