import { TestFunction } from '../../lib/smoke-test/test-function';
import { App, NestedStack, Stack } from 'aws-cdk-lib';
import { IRole, ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EndpointPurpose, TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../lib';
import { classifier } from './fixtures';

/* Messages about a limit of CloudFormation or IAM suggest a fix. These tests apply each fix, and check that the error disappears. */

/** Returns the error message of synthesis. As with the command `cdk`, each stack has a metadata resource, which counts toward the limit. */
function errorOf(define: (stack: Stack) => void): string {
  const app = new App({ analyticsReporting: true });
  define(new Stack(app, 'Serving'));
  try {
    app.synth();
    return '';
  } catch (error) {
    return String(error);
  }
}

const createEndpoints = (stack: Stack, count: number, props: Partial<TritonRealtimeEndpointProps>): void => {
  for (let index = 0; index < count; index++) {
    new TritonRealtimeEndpoint(stack, `TeamModel${index}`, { model: classifier({ name: `model${index}` }), ...props });
  }
};

describe('a stack with too many resources', () => {
  test('causes an error with the number of endpoints that fit, and a stack with this number is valid', () => {
    const development = { purpose: EndpointPurpose.DEVELOPMENT };
    const problems = errorOf((stack) => createEndpoints(stack, 69, development));
    expect(problems).toContain(
      '[Serving] got 505 resources; allowed: 500 in a stack, which is enough for 68 endpoints',
    );
    expect(problems).toContain('so move endpoints to a different stack');
    expect(problems).not.toContain('iam.role-size');
    expect(errorOf((stack) => createEndpoints(stack, 68, development))).toBe('');
  });

  test('becomes valid if the alarms and dashboards are moved into a nested stack', () => {
    expect(errorOf((stack) => createEndpoints(stack, 18, {}))).toMatch(
      /is enough for \d+ endpoints like these 18, so move the alarms and dashboards into a nested stack, monitoring: \{ scope: new NestedStack/,
    );
    const errorAfterMove = errorOf((stack) =>
      createEndpoints(stack, 18, { monitoring: { scope: new NestedStack(stack, 'Observability') } }),
    );
    expect(errorAfterMove).toBe('');
  });
});

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
