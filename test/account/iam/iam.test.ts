import type { Call } from '../call';
import { AWorld } from './a-world';
import { Iam } from './iam';

const SAGEMAKER = trust('sagemaker.amazonaws.com');
const READ = policy({ Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::models/*' });

let world: AWorld;
let iam: Iam;

beforeEach(async () => {
  world = new AWorld();
  iam = new Iam(world);
  await send('CreateRole', { RoleName: 'Endpoint', AssumeRolePolicyDocument: SAGEMAKER });
});

test('a role may what its inline policy allows, and nothing before and after it has the policy', async () => {
  await expect(read('models/a')).rejects.toThrow(
    'User: arn:aws:sts::123456789012:assumed-role/Endpoint/SageMaker is not authorized to perform: s3:GetObject on resource: "arn:aws:s3:::models/a" because no identity-based policy allows the s3:GetObject action',
  );
  await send('PutRolePolicy', { RoleName: 'Endpoint', PolicyName: 'Read', PolicyDocument: READ });
  await expect(read('models/a')).resolves.toBeUndefined();
  await expect(read('others/a')).rejects.toMatchObject({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } });
  await send('DeleteRolePolicy', { RoleName: 'Endpoint', PolicyName: 'Read' });
  await expect(read('models/a')).rejects.toThrow('is not authorized');
});

test('a change is in force only seconds after IAM has confirmed it', async () => {
  world.switches = {};
  await send('PutRolePolicy', { RoleName: 'Endpoint', PolicyName: 'Read', PolicyDocument: READ });
  await expect(read('models/a')).rejects.toThrow('is not authorized');
  world.time += 5_000;
  await expect(read('models/a')).resolves.toBeUndefined();
});

test('a change that is quick is not undone by an earlier one that is slow', async () => {
  world.switches = {};
  world.next = 0.9;
  await send('PutRolePolicy', { RoleName: 'Endpoint', PolicyName: 'Read', PolicyDocument: READ });
  world.next = 0.1;
  await send('DeleteRolePolicy', { RoleName: 'Endpoint', PolicyName: 'Read' });
  world.time += 10_000;
  await expect(read('models/a')).rejects.toThrow('is not authorized');
});

test('a service acts with a role only if the role trusts it', async () => {
  await send('CreateRole', { RoleName: 'Handler', AssumeRolePolicyDocument: trust('lambda.amazonaws.com') });
  await expect(iam.assume('Handler', 'lambda.amazonaws.com')).resolves.toMatchObject({ name: 'Handler' });
  await expect(iam.assume('Handler', 'sagemaker.amazonaws.com')).rejects.toThrow('sts:AssumeRole');
  await expect(iam.assume('Nobody', 'lambda.amazonaws.com')).rejects.toThrow('sts:AssumeRole');
});

describe('a trust policy that names the source', () => {
  const account = 'arn:aws:sagemaker:eu-west-1:123456789012';
  const job = `${account}:processing-job/build-1`;

  test.each([
    ['sagemaker', { 'aws:SourceArn': `${account}:*` }],
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
    ['sagemaker', { 'aws:SourceArn': `${account}:*` }, job],
  ])('lets %s in with %j', async (service, condition, resource?: string) => {
    await expect(assume(service, condition, resource)).resolves.toMatchObject({ name: 'Limited' });
  });

  test.each([
    ['another account', 'sagemaker', { 'aws:SourceArn': 'arn:aws:sagemaker:eu-west-1:999999999999:*' }],
    ['another Region', 'sagemaker', { 'aws:SourceArn': 'arn:aws:sagemaker:us-east-1:123456789012:*' }],
    ['another account', 'sagemaker', { 'aws:SourceAccount': '999999999999' }],
    ['an endpoint, which SageMaker does not name', 'sagemaker', { 'aws:SourceArn': `${account}:endpoint/*` }],
    ['endpoints, for a job', 'sagemaker', { 'aws:SourceArn': `${account}:endpoint/*` }, job],
    ['a source that Lambda does not send', 'lambda', { 'aws:SourceAccount': '123456789012' }],
  ])('with %s does not let %s in', async (_, service, condition, resource?: string) => {
    await expect(assume(service, condition, resource)).rejects.toThrow('sts:AssumeRole');
  });

  async function assume(service: string, condition: object, resource?: string): Promise<object> {
    const Principal = { Service: `${service}.amazonaws.com` };
    const statement = { Effect: 'Allow', Action: 'sts:AssumeRole', Principal, Condition: { StringLike: condition } };
    await send('CreateRole', { RoleName: 'Limited', AssumeRolePolicyDocument: policy(statement) });
    return iam.assume('Limited', `${service}.amazonaws.com`, resource);
  }
});

test('a role with policies cannot be deleted', async () => {
  await send('PutRolePolicy', { RoleName: 'Endpoint', PolicyName: 'Read', PolicyDocument: READ });
  await expect(send('DeleteRole', { RoleName: 'Endpoint' })).rejects.toMatchObject({ name: 'DeleteConflictException' });
  await send('DeleteRolePolicy', { RoleName: 'Endpoint', PolicyName: 'Read' });
  await send('DeleteRole', { RoleName: 'Endpoint' });
  await expect(send('GetRole', { RoleName: 'Endpoint' })).rejects.toMatchObject({ name: 'NoSuchEntityException' });
});

test('a managed policy counts while it is attached, and cannot be deleted meanwhile', async () => {
  const created = (await send('CreatePolicy', { PolicyName: 'Shared', PolicyDocument: READ })) as {
    Policy: { Arn: string };
  };
  const attachment = { RoleName: 'Endpoint', PolicyArn: created.Policy.Arn };
  await send('AttachRolePolicy', attachment);
  await expect(read('models/a')).resolves.toBeUndefined();
  await expect(send('DeletePolicy', attachment)).rejects.toMatchObject({ name: 'DeleteConflictException' });
  await expect(send('DeleteRole', { RoleName: 'Endpoint' })).rejects.toMatchObject({ name: 'DeleteConflictException' });
  await send('DetachRolePolicy', attachment);
  await expect(read('models/a')).rejects.toThrow('is not authorized');
  await send('DeletePolicy', attachment);
});

test('a new default version of a managed policy is in force for the roles that have it', async () => {
  const created = (await send('CreatePolicy', { PolicyName: 'Shared', PolicyDocument: READ })) as {
    Policy: { Arn: string };
  };
  await send('AttachRolePolicy', { RoleName: 'Endpoint', PolicyArn: created.Policy.Arn });
  const other = policy({ Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::others/*' });
  await send('CreatePolicyVersion', { PolicyArn: created.Policy.Arn, PolicyDocument: other, SetAsDefault: true });
  await expect(read('models/a')).rejects.toThrow('is not authorized');
  await expect(read('others/a')).resolves.toBeUndefined();
});

test('the policy of AWS for functions is known by its ARN, and an unknown one is not attached', async () => {
  const PolicyArn = 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole';
  await send('CreateRole', { RoleName: 'Handler', AssumeRolePolicyDocument: trust('lambda.amazonaws.com') });
  await send('AttachRolePolicy', { RoleName: 'Handler', PolicyArn });
  const principal = { role: 'Handler', service: 'lambda.amazonaws.com' };
  const input = { logGroupName: '/aws/lambda/f', logStreamName: 's' };
  await iam.authorize({ principal, service: 'logs', operation: 'PutLogEvents', input });
  await expect(send('AttachRolePolicy', { RoleName: 'Handler', PolicyArn: `${PolicyArn}X` })).rejects.toMatchObject({
    name: 'NoSuchEntityException',
  });
});

test('all inline policies of a role together have at most 10,240 characters without white space', async () => {
  const long = (name: string, length: number) => ({
    RoleName: 'Endpoint',
    PolicyName: name,
    PolicyDocument: policyOf(length),
  });
  await send('PutRolePolicy', long('First', 6_000));
  await send('PutRolePolicy', long('Second', 4_240));
  await expect(send('PutRolePolicy', long('Third', 200))).rejects.toMatchObject({ name: 'LimitExceededException' });
  await send('PutRolePolicy', long('First', 5_800));
  await send('PutRolePolicy', long('Third', 200));
});

test('a managed policy has at most 6,144 characters', async () => {
  await send('CreatePolicy', { PolicyName: 'Fits', PolicyDocument: policyOf(6_144) });
  await expect(send('CreatePolicy', { PolicyName: 'Long', PolicyDocument: policyOf(6_145) })).rejects.toMatchObject({
    name: 'LimitExceededException',
  });
});

test('names are unique, whatever their case', async () => {
  await expect(send('CreateRole', { RoleName: 'ENDPOINT', AssumeRolePolicyDocument: SAGEMAKER })).rejects.toMatchObject(
    { name: 'EntityAlreadyExistsException' },
  );
  await send('CreatePolicy', { PolicyName: 'Shared', PolicyDocument: READ });
  await expect(send('CreatePolicy', { PolicyName: 'shared', PolicyDocument: READ })).rejects.toMatchObject({
    name: 'EntityAlreadyExistsException',
  });
});

test.each([
  ['no JSON', '{'],
  ['no statement', '{"Version":"2012-10-17"}'],
  ['no action', policy({ Effect: 'Allow', Resource: '*' })],
  ['a principal', policy({ Effect: 'Allow', Action: 's3:*', Resource: '*', Principal: '*' })],
  ['an unknown effect', policy({ Effect: 'Maybe', Action: 's3:*', Resource: '*' })],
  ['an action without a service', policy({ Effect: 'Allow', Action: 'GetObject', Resource: '*' })],
])('an inline policy with %s is malformed', async (_, PolicyDocument) => {
  await expect(
    send('PutRolePolicy', { RoleName: 'Endpoint', PolicyName: 'Bad', PolicyDocument }),
  ).rejects.toMatchObject({ name: 'MalformedPolicyDocumentException' });
});

test('an operation that is not simulated is an error of the test', async () => {
  await expect(send('CreateUser', {})).rejects.toThrow('IAM CreateUser is not simulated');
});

function send(operation: string, input: Record<string, unknown>): Promise<object> {
  return iam.handle({ principal: 'deployer', service: 'iam', operation, input });
}

function read(path: string): Promise<void> {
  const [Bucket, Key] = path.split('/');
  const principal = { role: 'Endpoint', service: 'sagemaker.amazonaws.com' };
  const call: Call = { principal, service: 's3', operation: 'GetObject', input: { Bucket, Key } };
  return iam.authorize(call);
}

function policy(...statements: object[]): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements });
}

function trust(service: string): string {
  return policy({ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: service } });
}

/** A policy of so many characters, and white space that does not count. */
function policyOf(length: number): string {
  const start = JSON.parse(policy({ Sid: '', Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }));
  start.Statement[0].Sid = 'S'.repeat(length - JSON.stringify(start).length);
  return JSON.stringify(start, undefined, 4);
}
