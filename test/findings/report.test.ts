import { App, Stack } from 'aws-cdk-lib';
import { Annotations } from 'aws-cdk-lib/assertions';
import { error, warning } from '../../lib/findings/finding';
import { reportFindings } from '../../lib/findings/report';

test('one exception lists all errors with links to their rules', () => {
  const findings = [error('sm.a', 'one', 'got 1'), error('sm.b', 'two', 'got 2')];
  expect(() => reportFindings(new Stack(new App(), 'Serving'), findings)).toThrow(
    new Error(
      'Serving: 2 problems that Triton or SageMaker would reject at deploy time\n' +
        '  - one: got 1 (https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/rules/sm.a)\n' +
        '  - two: got 2 (https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/rules/sm.b)',
    ),
  );
});

test('the exception contains only the first 20 errors about the entries of one list', () => {
  const inputs = Array.from({ length: 50 }, (_, index) => error('io.name', `input[${index}].name`, 'needs a name'));
  const report = (): void =>
    reportFindings(new Stack(new App(), 'Serving'), [...inputs, error('sm.b', 'two', 'got 2')]);
  expect(report).toThrow(/^Serving: 51 problems/);
  expect(report).toThrow(
    / {2}- input\[19\]\.name: needs a name .*\n {2}- input\[…\]\.name: … and 30 more .*\n {2}- two: got 2/,
  );
});

test('a warning contains its ID and a link to its rule', () => {
  const stack = new Stack(new App(), 'Serving');
  reportFindings(stack, [warning('sm.a', 'one', 'got 1')]);
  Annotations.fromStack(stack).hasWarning(
    '/Serving',
    'one: got 1 (https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/rules/sm.a) [ack: cdk-sagemaker-triton:sm.a]',
  );
});
