import { App, Aws, Fn, Stack } from 'aws-cdk-lib';
import { CfnRole, IRole, Policy, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { checkRoleSize } from '../../lib/cdk/role-size';
import { classifier } from '../endpoint/fixtures';
import { createJob, newStack } from '../recommender/fixtures';

const LIMIT = 10_240;
const ROLE_ARN = 'arn:aws:iam::111122223333:role/given';
const allow = (resources: string[]): PolicyStatement => new PolicyStatement({ actions: ['s3:GetObject'], resources });

/** Creates a policy whose JSON has exactly `characters` characters. */
const policyOfSize = (characters: number): PolicyDocument => {
  const empty = new PolicyDocument({ statements: [allow(['x'])] });
  const paddingLength = characters - JSON.stringify(empty.toJSON()).length;
  return new PolicyDocument({ statements: [allow(['x'.repeat(paddingLength + 1)])] });
};

/** Synthesizes a role with the policies. Returns the error message, or an empty string if there is no error. */
function synthesisErrorOf(inlinePolicies: Record<string, PolicyDocument>, granted: PolicyStatement[] = []): string {
  const app = new App();
  const role = new Role(new Stack(app, 'Stack'), 'Role', {
    assumedBy: new ServicePrincipal('sagemaker.amazonaws.com'),
    inlinePolicies,
  });
  checkRoleSize(role, 'allow less');
  granted.forEach((statement) => role.addToPolicy(statement));
  try {
    app.synth();
    return '';
  } catch (error) {
    return String(error);
  }
}

test('policies above the limit of IAM are rejected', () => {
  expect(synthesisErrorOf({ Reads: policyOfSize(LIMIT) })).toBe('');
  expect(synthesisErrorOf({ Reads: policyOfSize(LIMIT + 1) })).toMatch(
    /\[Stack\/Role\] got inline policies of about 10241 characters; allowed: 10240 in a role, so allow less .*\/iam\.role-size\)/,
  );
});

test('all inline policies count, including later grants', () => {
  expect(synthesisErrorOf({ One: policyOfSize(5000), Two: policyOfSize(5000) })).toBe('');
  expect(synthesisErrorOf({ One: policyOfSize(5000), Two: policyOfSize(6000) })).toContain('about 11000 characters');
  expect(synthesisErrorOf({ One: policyOfSize(6000) }, [allow(['y'.repeat(6000)])])).toContain('iam.role-size');
});

test('statements that CDK moves to managed policies do not count', () => {
  expect(synthesisErrorOf({ One: policyOfSize(9000) }, [allow(['y'.repeat(12_000)])])).toBe('');
});

test('white space does not count', () => {
  expect(synthesisErrorOf({ Reads: new PolicyDocument({ statements: [allow([' '.repeat(20_000)])] }) })).toBe('');
});

test('the size of values that are known only at deployment is estimated', () => {
  const arn = `arn:${Aws.PARTITION}:s3:::assets-${Aws.ACCOUNT_ID}-${Aws.REGION}/`;
  const policyWith = (count: number) =>
    new PolicyDocument({ statements: [allow(Array.from({ length: count }, (_, index) => `${arn}${1000 + index}`))] });
  expect(synthesisErrorOf({ Reads: policyWith(150) })).toBe('');
  expect(synthesisErrorOf({ Reads: policyWith(250) })).toContain('iam.role-size');
  expect(synthesisErrorOf({ Reads: new PolicyDocument({ statements: [allow([Fn.importValue('Models')])] }) })).toBe('');
});

test('the size of every role that the library creates is checked', () => {
  const stack = newStack();
  new TritonRealtimeEndpoint(stack, 'Realtime', { model: classifier() });
  new TritonMultiModelEndpoint(stack, 'MultiModel', { models: [classifier()] });
  createJob(stack);
  const roles = stack.node.findAll().filter((construct): construct is Role => construct instanceof Role);
  const unchecked = roles.filter((role) => !isChecked(role));
  expect(roles.length).toBeGreaterThan(6);
  expect(unchecked.map(({ node }) => node.path)).toEqual([]);
});

/** Whether the validation of the role reports a policy that is too large. */
function isChecked(role: Role): boolean {
  (role.node.defaultChild as CfnRole).policies = [{ policyName: 'Large', policyDocument: policyOfSize(LIMIT + 1) }];
  return role.node.validate().some((problem) => problem.includes('iam.role-size'));
}

test('policies that are replaced count twice, for all endpoints that use the role', () => {
  const synthesize = (sizes: number[]): void => {
    const app = new App();
    const role = new Role(new Stack(app, 'Stack'), 'Role', {
      assumedBy: new ServicePrincipal('sagemaker.amazonaws.com'),
    });
    sizes.forEach((size, index) => {
      const policy = new Policy(role, `Policy${index}`, { document: policyOfSize(size), roles: [role] });
      checkRoleSize(role, 'allow less', policy);
    });
    app.synth();
  };
  expect(() => synthesize([3000, 2120])).not.toThrow();
  expect(() => synthesize([3000, 2121])).toThrow('about 10242 characters during an update');
});

test.each<[string, (stack: Stack) => IRole]>([
  ['of the app', (stack) => new Role(stack, 'Role', { assumedBy: new ServicePrincipal('sagemaker.amazonaws.com') })],
  [
    'that is imported for each endpoint',
    (stack) => Role.fromRoleArn(stack, `Role${stack.node.children.length}`, ROLE_ARN),
  ],
])('a role %s is too small for the policies of ten endpoints', (_, roleOf) => {
  const synthesize = (count: number): void => {
    const app = new App();
    const stack = new Stack(app, 'Stack');
    const first = roleOf(stack);
    for (let index = 0; index < count; index++) {
      const role = first instanceof Role ? first : roleOf(stack);
      new TritonRealtimeEndpoint(stack, `Endpoint${index}`, { model: classifier(), role });
    }
    app.synth();
  };
  expect(() => synthesize(2)).not.toThrow();
  expect(() => synthesize(10)).toThrow(/give each endpoint its own role.*iam\.role-size/);
});
