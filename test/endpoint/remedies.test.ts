import { App, NestedStack, Stack } from 'aws-cdk-lib';
import { IRole, ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EndpointPurpose, TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../lib';
import { classifier } from './fixtures';

/** Each remedy that a message about a limit of CloudFormation or IAM names is followed here, and helps. */

/** What synthesis says; as with the command `cdk`, each stack has a resource for its metadata. */
function problemsOf(define: (stack: Stack) => void): string {
  const app = new App({ analyticsReporting: true });
  define(new Stack(app, 'Serving'));
  try {
    app.synth();
    return '';
  } catch (error) {
    return String(error);
  }
}

const endpoints = (stack: Stack, count: number, props: Partial<TritonRealtimeEndpointProps>): void => {
  for (let index = 0; index < count; index++) {
    new TritonRealtimeEndpoint(stack, `TeamModel${index}`, { model: classifier({ name: `model${index}` }), ...props });
  }
};

describe('a stack with too many resources', () => {
  test('says how many endpoints fit, and these do', () => {
    const development = { purpose: EndpointPurpose.DEVELOPMENT };
    const problems = problemsOf((stack) => endpoints(stack, 44, development));
    expect(problems).toContain(
      '[Serving] got 507 resources; allowed: 500 in a stack, which is enough for 43 endpoints',
    );
    expect(problems).toContain('so move endpoints to another stack');
    expect(problems).not.toContain('iam.role-size');
    expect(problemsOf((stack) => endpoints(stack, 43, development))).toBe('');
  });

  test('has room again when the alarms and dashboards are in a nested stack', () => {
    expect(problemsOf((stack) => endpoints(stack, 14, {}))).toMatch(
      /is enough for \d+ endpoints like these 14, so move the alarms and dashboards into a nested stack, monitoring: \{ scope: new NestedStack/,
    );
    const moved = problemsOf((stack) =>
      endpoints(stack, 14, { monitoring: { scope: new NestedStack(stack, 'Observability') } }),
    );
    expect(moved).toBe('');
  });
});

const roles: [string, (endpoint: TritonRealtimeEndpoint) => IRole | undefined][] = [
  ['an endpoint', ({ role }) => role],
  ['a function', ({ variants }) => variants[0].probe?.handler.role],
];

test.each(roles)('the role of %s to which too much was granted takes a managed policy instead', (_, roleOf) => {
  const withRole = (change: (stack: Stack, role: IRole | undefined) => void): string =>
    problemsOf((stack) =>
      change(stack, roleOf(new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier() }))),
    );
  expect(withRole((_stack, role) => role?.addToPrincipalPolicy(statement(9_600)))).toContain(
    'so attach a managed policy to the role instead of granting more to it (',
  );
  const attached = withRole((stack, role) =>
    role?.addManagedPolicy(new ManagedPolicy(stack, 'Policy', { statements: [statement(6_000)] })),
  );
  expect(attached).toBe('');
});

/** A statement of about so many characters. */
function statement(characters: number): PolicyStatement {
  return new PolicyStatement({ actions: ['s3:GetObject'], resources: [`arn:aws:s3:::${'x'.repeat(characters)}`] });
}
