import { TestFunction } from '../../lib/smoke-test/test-function';
import { App, Stack } from 'aws-cdk-lib';
import { IRole, ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

/* The message about the limit of IAM suggests a fix. The test applies it, and checks that the error disappears. */

/** Returns the error message of synthesis. */
function errorOf(define: (stack: Stack) => void): string {
  const app = new App();
  define(new Stack(app, 'Serving'));
  try {
    app.synth();
    return '';
  } catch (error) {
    return String(error);
  }
}

const roles: [string, (endpoint: TritonRealtimeEndpoint) => IRole | undefined][] = [
  ['an endpoint', ({ role }) => role],
  ['a function', ({ stack }) => TestFunction.of(stack).function.role],
];

test.each(roles)(
  'too many permissions for the role of %s are an error, but a managed policy on the role is valid',
  (_, roleOf) => {
    const errorAfter = (change: (stack: Stack, role: IRole | undefined) => void): string =>
      errorOf((stack) => change(stack, roleOf(new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier() }))));
    expect(errorAfter((_stack, role) => role?.addToPrincipalPolicy(statement(9_600)))).toContain(
      'attach a managed policy to the role instead of granting more to it (',
    );
    const errorWithManagedPolicy = errorAfter((stack, role) =>
      role?.addManagedPolicy(new ManagedPolicy(stack, 'Policy', { statements: [statement(6_000)] })),
    );
    expect(errorWithManagedPolicy).toBe('');
  },
);

/** Returns a statement with approximately this number of characters. */
function statement(characters: number): PolicyStatement {
  return new PolicyStatement({ actions: ['s3:GetObject'], resources: [`arn:aws:s3:::${'x'.repeat(characters)}`] });
}
