import { App, Aws, Fn, Stack } from 'aws-cdk-lib';
import { CfnRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { checkRoleSize } from '../../lib/platform/role-size';
import { classifier } from '../endpoint/fixtures';
import { newStack, sweepIn } from '../recommender/fixtures';

const LIMIT = 10_240;
const allow = (resources: string[]): PolicyStatement => new PolicyStatement({ actions: ['s3:GetObject'], resources });

/** A statement that makes a policy as long as asked. */
const policyOf = (characters: number): PolicyDocument => {
  const empty = new PolicyDocument({ statements: [allow(['x'])] });
  const missing = characters - JSON.stringify(empty.toJSON()).length;
  return new PolicyDocument({ statements: [allow(['x'.repeat(missing + 1)])] });
};

/** What synthesis says of a role with these policies. */
function problems(inlinePolicies: Record<string, PolicyDocument>, granted: PolicyStatement[] = []): string {
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

test('a policy may be as long as IAM accepts, and no longer', () => {
  expect(problems({ Reads: policyOf(LIMIT) })).toBe('');
  expect(problems({ Reads: policyOf(LIMIT + 1) })).toMatch(
    /\[Stack\/Role\] got inline policies of about 10241 characters; allowed: 10240 in a role, so allow less .*\/iam\.role-size\)/,
  );
});

test('all inline policies count together, with what was granted later', () => {
  expect(problems({ One: policyOf(5000), Two: policyOf(5000) })).toBe('');
  expect(problems({ One: policyOf(5000), Two: policyOf(6000) })).toContain('about 11000 characters');
  expect(problems({ One: policyOf(6000) }, [allow(['y'.repeat(6000)])])).toContain('iam.role-size');
});

test('what CDK itself moves into managed policies does not count', () => {
  expect(problems({ One: policyOf(9000) }, [allow(['y'.repeat(12_000)])])).toBe('');
});

test('white space does not count', () => {
  expect(problems({ Reads: new PolicyDocument({ statements: [allow([' '.repeat(20_000)])] }) })).toBe('');
});

test('values that are only known at deploy time are estimated', () => {
  const arn = `arn:${Aws.PARTITION}:s3:::assets-${Aws.ACCOUNT_ID}-${Aws.REGION}/`;
  const of = (count: number) =>
    new PolicyDocument({ statements: [allow(Array.from({ length: count }, (_, index) => `${arn}${1000 + index}`))] });
  expect(problems({ Reads: of(150) })).toBe('');
  expect(problems({ Reads: of(250) })).toContain('iam.role-size');
  expect(problems({ Reads: new PolicyDocument({ statements: [allow([Fn.importValue('Models')])] }) })).toBe('');
});

test('every role that the library makes is checked', () => {
  const stack = newStack();
  new TritonRealtimeEndpoint(stack, 'Realtime', { model: classifier() });
  new TritonMultiModelEndpoint(stack, 'MultiModel', { models: [classifier()] });
  sweepIn(stack);
  const roles = stack.node.findAll().filter((each): each is Role => each instanceof Role);
  const unchecked = roles.filter((role) => !isChecked(role));
  expect(roles.length).toBeGreaterThan(6);
  expect(unchecked.map(({ node }) => node.path)).toEqual([]);
});

/** Whether it says something when it has far too much. */
function isChecked(role: Role): boolean {
  (role.node.defaultChild as CfnRole).policies = [{ policyName: 'Large', policyDocument: policyOf(LIMIT + 1) }];
  return role.node.validate().some((problem) => problem.includes('iam.role-size'));
}
