import { hostingAccount } from '../hosting-account';
import type { PolicyDocument } from './documents';
import { Iam } from './iam';

const SAGEMAKER_TRUST = policy({
  Effect: 'Allow',
  Action: 'sts:AssumeRole',
  Principal: { Service: 'sagemaker.amazonaws.com' },
});

let iam: Iam;

beforeEach(async () => {
  iam = new Iam(hostingAccount({ off: ['iam.changes-take-seconds'] }).account);
  await send('CreateRole', { RoleName: 'Endpoint', AssumeRolePolicyDocument: SAGEMAKER_TRUST });
});

describe('a trust policy with a condition on the source of the request', () => {
  const sagemakerArn = 'arn:aws:sagemaker:us-east-1:111122223333';
  const job = `${sagemakerArn}:training-job/build-1`;

  test.each([
    ['sagemaker', { 'aws:SourceArn': `${sagemakerArn}:*` }],
    ['sagemaker', { 'aws:SourceAccount': '111122223333' }],
    [
      'states',
      { 'aws:SourceArn': 'arn:aws:states:us-east-1:111122223333:*' },
      `arn:aws:states:us-east-1:111122223333:stateMachine:m`,
    ],
    ['sagemaker', { 'aws:SourceArn': `${sagemakerArn}:*` }, job],
  ])(
    'allows the service %s with the condition %j',
    async (service, condition, resource: string | undefined = undefined) => {
      await expect(assume(service, condition, resource)).resolves.toMatchObject({ name: 'Limited' });
    },
  );

  test.each([
    ['a different account', 'sagemaker', { 'aws:SourceArn': 'arn:aws:sagemaker:us-east-1:999999999999:*' }],
    ['a different Region', 'sagemaker', { 'aws:SourceArn': 'arn:aws:sagemaker:eu-west-1:111122223333:*' }],
    [
      'the ARN of an endpoint, which SageMaker does not send',
      'sagemaker',
      { 'aws:SourceArn': `${sagemakerArn}:endpoint/*` },
    ],
    ['a source that Lambda does not send', 'lambda', { 'aws:SourceAccount': '111122223333' }],
  ])('with %s does not allow %s', async (_, service, condition) => {
    await expect(assume(service, condition)).rejects.toThrow('sts:AssumeRole');
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

test('the authorization throws for an unknown service or an operation without an action, instead of denying the request', async () => {
  const authorizeWithAll = await authorizerOf({ Effect: 'Allow', Action: '*', Resource: '*' });
  await expect(authorizeWithAll('sagemaker', 'FlyToTheMoon', {})).rejects.toThrow('No action of IAM is known');
  await expect(authorizeWithAll('moon', 'Fly', {})).rejects.toThrow('No action of IAM is known');
  await expect(authorizeWithAll('s3', 'SelectObjectContent', {})).rejects.toThrow('No permission is known for S3');
  await expect(authorizeWithAll('sagemaker', 'DescribeEndpoint', {})).rejects.toThrow('needs a resource');
});

test('a listing has the condition key s3:prefix only if the request contains a prefix', async () => {
  const Condition = { StringLike: { 's3:prefix': 'mine/*' } };
  const listing = { Effect: 'Allow', Action: 's3:ListBucket', Resource: 'arn:aws:s3:::b', Condition };
  const list = await authorizerOf(listing);
  await list('s3', 'ListObjectsV2', { Bucket: 'b', Prefix: 'mine/1' });
  await expect(list('s3', 'ListObjectsV2', { Bucket: 'b', Prefix: 'theirs' })).rejects.toThrow('s3:ListBucket');
  await expect(list('s3', 'ListObjectsV2', { Bucket: 'b' })).rejects.toThrow('s3:ListBucket');
});

test('the policies of roles have no effect on a key whose policy does not allow the account to use IAM policies', async () => {
  const KEY = 'arn:aws:kms:us-east-1:111122223333:key/1';
  const keyPolicy = (Principal: object) =>
    JSON.parse(policy({ Effect: 'Allow', Principal, Action: 'kms:*', Resource: '*' })) as PolicyDocument;
  const decrypt = await authorizerOf({ Effect: 'Allow', Action: 'kms:Decrypt', Resource: KEY });
  await expect(decrypt('kms', 'Decrypt', { KeyId: KEY })).rejects.toThrow('is not registered');
  iam.registerResource(KEY, { policy: keyPolicy({ Service: 'logs.amazonaws.com' }) });
  await expect(decrypt('kms', 'Decrypt', { KeyId: KEY })).rejects.toThrow('no resource-based policy allows');
  iam.registerResource(KEY, { policy: keyPolicy({ AWS: 'arn:aws:iam::111122223333:root' }) });
  await decrypt('kms', 'Decrypt', { KeyId: KEY });
});

/** Puts the statement into the policy of the role. Returns a function that authorizes requests with the role. */
async function authorizerOf(statement: object) {
  await send('PutRolePolicy', { RoleName: 'Endpoint', PolicyName: 'P', PolicyDocument: policy(statement) });
  return (service: string, operation: string, input: Record<string, unknown>) =>
    iam.authorize({ principal: { role: 'Endpoint', service: 'sagemaker.amazonaws.com' }, service, operation, input });
}

function send(operation: string, input: Record<string, unknown>): Promise<object> {
  return iam.handle({ principal: 'deployer', service: 'iam', operation, input });
}

function policy(...statements: object[]): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements });
}

/** A policy with this number of characters, and additional white space, which IAM does not count. */
function policyOfLength(length: number): string {
  const document = JSON.parse(policy({ Sid: '', Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }));
  document.Statement[0].Sid = 'S'.repeat(length - JSON.stringify(document).length);
  return JSON.stringify(document, undefined, 4);
}
