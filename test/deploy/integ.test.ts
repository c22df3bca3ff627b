import * as fs from 'node:fs';
import { runApp } from '../../scripts/integ';

/** A CDK CLI whose deployments end as planned, each with one check; what it was asked to do, in short. */
function cdkCli(deployments: ('green' | 'red')[], check = 'success'): { cdk: typeof cdk; asked: string[] } {
  const asked: string[] = [];
  const cdk = (...words: (string | string[])[]): boolean => {
    const [action, ...options] = words.flat();
    const valueOf = (name: string): string => options.find((word) => word.startsWith(name))?.slice(name.length) ?? '';
    asked.push(`${action} ${valueOf('--context=revision=')}`.trim());
    if (action === 'destroy') return true;
    const checks = { AssertionResultsAnswer: JSON.stringify({ status: check, message: 'got no scores' }) };
    fs.writeFileSync(valueOf('--outputs-file='), JSON.stringify({ Checks: checks }));
    return deployments.shift() === 'green';
  };
  return { cdk, asked };
}

test('an endpoint is updated, an update that must fail is rolled back, and what served before is checked again', () => {
  const { cdk, asked } = cdkCli(['green', 'green', 'red', 'green']);
  expect(runApp('realtime', [], cdk)).toEqual([]);
  expect(asked).toEqual(['deploy first', 'deploy second', 'deploy broken', 'deploy second', 'destroy']);
});

test('an update that should have failed is a failure', () => {
  const { cdk, asked } = cdkCli(['green', 'green', 'green', 'green']);
  expect(runApp('realtime', [], cdk)).toEqual(['its revision broken was deployed, and should have failed']);
  expect(asked.at(-1)).toBe('destroy');
});

test.each([
  ['a deployment', cdkCli(['red']), 'its revision first was not deployed'],
  ['a check', cdkCli(['green'], 'fail'), 'Answer: got no scores'],
])('nothing is updated after %s that failed, but the stack is destroyed', (_, { cdk, asked }, failure) => {
  expect(runApp('realtime', [], cdk)).toEqual([failure]);
  expect(asked).toEqual(['deploy first', 'destroy']);
});
