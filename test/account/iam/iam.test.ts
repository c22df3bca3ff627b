import { IamTestAccount } from './iam-test-account';
import { Iam } from './iam';

const SAGEMAKER_TRUST = trustPolicy('sagemaker.amazonaws.com');

let account: IamTestAccount;
let iam: Iam;

beforeEach(async () => {
  account = new IamTestAccount();
  iam = new Iam(account);
  await send('CreateRole', { RoleName: 'Endpoint', AssumeRolePolicyDocument: SAGEMAKER_TRUST });
});

describe('a trust policy with a condition on the source of the request', () => {
  const sagemakerArn = 'arn:aws:sagemaker:eu-west-1:123456789012';
  const job = `${sagemakerArn}:training-job/build-1`;

  test.each([
    ['sagemaker', { 'aws:SourceArn': `${sagemakerArn}:*` }],
    ['sagemaker', { 'aws:SourceAccount': '123456789012' }],
    [
      'states',
      { 'aws:SourceArn': 'arn:aws:states:eu-west-1:123456789012:*' },
      `arn:aws:states:eu-west-1:123456789012:stateMachine:m`,
    ],
    [
      'events',
      { 'aws:SourceArn': 'arn:aws:events:eu-west-1:123456789012:*' },
      `arn:aws:events:eu-west-1:123456789012:rule/r`,
    ],
    ['sagemaker', { 'aws:SourceArn': `${sagemakerArn}:*` }, job],
  ])(
    'allows the service %s with the condition %j',
    async (service, condition, resource: string | undefined = undefined) => {
      await expect(assume(service, condition, resource)).resolves.toMatchObject({ name: 'Limited' });
    },
  );

  test.each([
    ['a different account', 'sagemaker', { 'aws:SourceArn': 'arn:aws:sagemaker:eu-west-1:999999999999:*' }],
    ['a different Region', 'sagemaker', { 'aws:SourceArn': 'arn:aws:sagemaker:us-east-1:123456789012:*' }],
    ['a different account', 'sagemaker', { 'aws:SourceAccount': '999999999999' }],
    [
      'the ARN of an endpoint, which SageMaker does not send',
      'sagemaker',
      { 'aws:SourceArn': `${sagemakerArn}:endpoint/*` },
    ],
    [
      'the ARN of an endpoint, although the source is a job',
      'sagemaker',
      { 'aws:SourceArn': `${sagemakerArn}:endpoint/*` },
      job,
    ],
    ['a source that Lambda does not send', 'lambda', { 'aws:SourceAccount': '123456789012' }],
  ])('with %s does not allow %s', async (_, service, condition, resource: string | undefined = undefined) => {
    await expect(assume(service, condition, resource)).rejects.toThrow('sts:AssumeRole');
  });

  async function assume(service: string, condition: object, resource?: string): Promise<object> {
    const Principal = { Service: `${service}.amazonaws.com` };
    const statement = { Effect: 'Allow', Action: 'sts:AssumeRole', Principal, Condition: { StringLike: condition } };
    await send('CreateRole', { RoleName: 'Limited', AssumeRolePolicyDocument: policy(statement) });
    return iam.assume('Limited', `${service}.amazonaws.com`, resource);
  }
});

test('the inline policies of a role have at most 10,240 characters in total, without white space', async () => {
  const inlinePolicy = (name: string, length: number) => ({
    RoleName: 'Endpoint',
    PolicyName: name,
    PolicyDocument: policyOfLength(length),
  });
  await send('PutRolePolicy', inlinePolicy('First', 6_000));
  await send('PutRolePolicy', inlinePolicy('Second', 4_240));
  await expect(send('PutRolePolicy', inlinePolicy('Third', 200))).rejects.toMatchObject({
    name: 'LimitExceededException',
  });
  await send('PutRolePolicy', inlinePolicy('First', 5_800));
  await send('PutRolePolicy', inlinePolicy('Third', 200));
});

function send(operation: string, input: Record<string, unknown>): Promise<object> {
  return iam.handle({ principal: 'deployer', service: 'iam', operation, input });
}

function policy(...statements: object[]): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements });
}

function trustPolicy(service: string): string {
  return policy({ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: service } });
}

/** A policy with this number of characters, and additional white space, which IAM does not count. */
function policyOfLength(length: number): string {
  const document = JSON.parse(policy({ Sid: '', Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }));
  document.Statement[0].Sid = 'S'.repeat(length - JSON.stringify(document).length);
  return JSON.stringify(document, undefined, 4);
}
