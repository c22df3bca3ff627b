import type { PolicyDocument } from './documents';
import { IamTestAccount } from './iam-test-account';
import { Iam } from './iam';

const ACCOUNT = '123456789012';
const REGION = 'eu-west-1';
const KEY = `arn:aws:kms:${REGION}:${ACCOUNT}:key/1`;

let account: IamTestAccount;
let iam: Iam;

beforeEach(() => {
  account = new IamTestAccount();
  iam = new Iam(account);
});

test('the authorization throws for an unknown service or an operation without an action, instead of denying the request', async () => {
  const authorizeWithAll = await createRole('All', { Effect: 'Allow', Action: '*', Resource: '*' });
  await expect(authorizeWithAll('sagemaker', 'FlyToTheMoon', {})).rejects.toThrow('No action of IAM is known');
  await expect(authorizeWithAll('moon', 'Fly', {})).rejects.toThrow('No action of IAM is known');
  await expect(authorizeWithAll('s3', 'SelectObjectContent', {})).rejects.toThrow('No permission is known for S3');
  await expect(authorizeWithAll('sagemaker', 'DescribeEndpoint', {})).rejects.toThrow('needs a resource');
});

describe('S3', () => {
  test('a copy requires permissions for the source and the destination', async () => {
    const get = { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::from/a/b' };
    const put = { Effect: 'Allow', Action: 's3:PutObject', Resource: 'arn:aws:s3:::to/k' };
    const input = { Bucket: 'to', Key: 'k', CopySource: 'from/a%2Fb' };
    for (const operation of ['CopyObject', 'UploadPartCopy']) {
      await expect((await createRole('Get', get))('s3', operation, input)).rejects.toThrow('s3:PutObject');
      await expect((await createRole('Put', put))('s3', operation, input)).rejects.toThrow('s3:GetObject');
      await (
        await createRole('Both', get, put)
      )('s3', operation, input);
    }
  });

  test('a listing has the condition key s3:prefix only if the request contains a prefix', async () => {
    const Condition = { StringLike: { 's3:prefix': 'mine/*' } };
    const listing = { Effect: 'Allow', Action: 's3:ListBucket', Resource: 'arn:aws:s3:::b', Condition };
    const list = await createRole('List', listing);
    await list('s3', 'ListObjectsV2', { Bucket: 'b', Prefix: 'mine/1' });
    await expect(list('s3', 'ListObjectsV2', { Bucket: 'b', Prefix: 'theirs' })).rejects.toThrow('s3:ListBucket');
    await expect(list('s3', 'ListObjectsV2', { Bucket: 'b' })).rejects.toThrow('s3:ListBucket');
  });

  test('a bucket policy can allow and deny requests', async () => {
    const authorizeWithoutPolicies = await createRole('Nobody');
    const Principal = { AWS: `arn:aws:iam::${ACCOUNT}:role/Nobody` };
    const allow = { Effect: 'Allow', Principal, Action: 's3:GetObject', Resource: 'arn:aws:s3:::b/*' };
    const get = () => authorizeWithoutPolicies('s3', 'GetObject', { Bucket: 'b', Key: 'k' });
    iam.registerResource('arn:aws:s3:::b', { policy: document(allow) });
    await get();
    iam.registerResource('arn:aws:s3:::b', { policy: document(allow, { ...allow, Effect: 'Deny', Principal: '*' }) });
    await expect(get()).rejects.toThrow('with an explicit deny in a resource-based policy');
  });

  test.each([
    ['GetObject', ['kms:Decrypt']],
    ['PutObject', ['kms:GenerateDataKey']],
    ['UploadPart', ['kms:GenerateDataKey', 'kms:Decrypt']],
  ])('%s in a bucket with SSE-KMS requires %j through S3', async (operation, actions) => {
    iam.registerResource(KEY, { policy: document(allowAccount()) });
    iam.registerResource('arn:aws:s3:::b', { kmsKeyArn: KEY });
    const objects = { Effect: 'Allow', Action: 's3:*', Resource: 'arn:aws:s3:::b/*' };
    const Condition = {
      StringEquals: {
        'kms:ViaService': `s3.${REGION}.amazonaws.com`,
        'kms:EncryptionContext:aws:s3:arn': 'arn:aws:s3:::b/k',
      },
    };
    const key = { Effect: 'Allow', Action: actions, Resource: KEY, Condition };
    const input = { Bucket: 'b', Key: 'k' };
    await expect((await createRole('Without', objects))('s3', operation, input)).rejects.toThrow(actions[0]);
    await (
      await createRole('With', objects, key)
    )('s3', operation, input);
  });

  test('HeadObject requires kms:Decrypt, unless this assumed behavior is switched off', async () => {
    iam.registerResource(KEY, { policy: document(allowAccount()) });
    iam.registerResource('arn:aws:s3:::b', { kmsKeyArn: KEY });
    const head = await createRole('Head', { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::b/*' });
    await expect(head('s3', 'HeadObject', { Bucket: 'b', Key: 'k' })).rejects.toThrow('kms:Decrypt');
    account.switches = { ...account.switches, 'iam.head-object-decrypts': false };
    await head('s3', 'HeadObject', { Bucket: 'b', Key: 'k' });
  });
});

test('the policies of roles have no effect on a key whose policy does not allow the account to use IAM policies', async () => {
  const decrypt = await createRole('Decrypt', { Effect: 'Allow', Action: 'kms:Decrypt', Resource: KEY });
  await expect(decrypt('kms', 'Decrypt', { KeyId: KEY })).rejects.toThrow('is not registered');
  iam.registerResource(KEY, {
    policy: document({ ...allowAccount(), Principal: { Service: 'logs.amazonaws.com' } }),
  });
  await expect(decrypt('kms', 'Decrypt', { KeyId: KEY })).rejects.toThrow('no resource-based policy allows');
  iam.registerResource(KEY, { policy: document(allowAccount()) });
  await decrypt('kms', 'Decrypt', { KeyId: KEY });
});

test('the encryption in a request overrides the default encryption of the bucket', async () => {
  const otherKey = `${KEY}2`;
  iam.registerResource(KEY, { policy: document(allowAccount()) });
  iam.registerResource(otherKey, { policy: document(allowAccount()) });
  iam.registerResource('arn:aws:s3:::b', { kmsKeyArn: KEY });
  const objects = { Effect: 'Allow', Action: 's3:PutObject', Resource: 'arn:aws:s3:::b/*' };
  const put = await createRole('Put', objects, { Effect: 'Allow', Action: 'kms:GenerateDataKey', Resource: otherKey });
  const input = { Bucket: 'b', Key: 'k' };
  await expect(put('s3', 'PutObject', input)).rejects.toThrow(KEY);
  const withKmsKey = { ...input, ServerSideEncryption: 'aws:kms', SSEKMSKeyId: otherKey };
  await expect(put('s3', 'PutObject', withKmsKey)).resolves.toBeUndefined();
  const withS3Key = { ...input, ServerSideEncryption: 'AES256' };
  await expect(put('s3', 'PutObject', withS3Key)).resolves.toBeUndefined();
});

test('SageMaker creates grants with the execution role, and retires them without a permission', async () => {
  iam.registerResource(KEY, { policy: document(allowAccount()) });
  const Condition = {
    Bool: { 'kms:GrantIsForAWSResource': 'true' },
    StringEquals: { 'kms:ViaService': `sagemaker.${REGION}.amazonaws.com` },
  };
  const grant = { Effect: 'Allow', Action: 'kms:CreateGrant', Resource: KEY, Condition };
  const authorizeWithHandler = await createRole('Own', grant);
  await expect(authorizeWithHandler('kms', 'CreateGrant', { KeyId: KEY })).rejects.toThrow('kms:CreateGrant');
  const authorizeWithExecutionRole = await createRole('Execution', grant);
  await expect(
    authorizeWithExecutionRole('kms', 'CreateGrant', { KeyId: KEY }, 'sagemaker.amazonaws.com'),
  ).resolves.toBeUndefined();
  await expect(
    authorizeWithExecutionRole('kms', 'RetireGrant', { KeyId: KEY }, 'sagemaker.amazonaws.com'),
  ).resolves.toBeUndefined();
});

test('a request that passes a role requires iam:PassRole for the service', async () => {
  const input = { JobName: 'j', InferenceRecommendationsJobName: 'j', RoleArn: `arn:aws:iam::${ACCOUNT}:role/Job` };
  const create = { Effect: 'Allow', Action: 'sagemaker:CreateInferenceRecommendationsJob', Resource: '*' };
  const pass = (service: string) => ({
    Effect: 'Allow',
    Action: 'iam:PassRole',
    Resource: input.RoleArn,
    Condition: { StringEquals: { 'iam:PassedToService': service } },
  });
  const operation = 'CreateInferenceRecommendationsJob';
  await expect((await createRole('No', create))('sagemaker', operation, input)).rejects.toThrow('iam:PassRole');
  await expect(
    (await createRole('Other', create, pass('lambda.amazonaws.com')))('sagemaker', operation, input),
  ).rejects.toThrow('iam:PassRole');
  await (
    await createRole('Yes', create, pass('sagemaker.amazonaws.com'))
  )('sagemaker', operation, input);
});

test.each([
  [
    'cloudwatch',
    'PutMetricData',
    'cloudwatch:namespace',
    '/aws/sagemaker/Endpoints',
    { Namespace: '/aws/sagemaker/Endpoints' },
  ],
  [
    'application-autoscaling',
    'PutScheduledAction',
    'application-autoscaling:service-namespace',
    'sagemaker',
    { ServiceNamespace: 'sagemaker' },
  ],
  ['sagemaker', 'InvokeEndpoint', 'sagemaker:TargetModel', 'm.tar.gz', { EndpointName: 'e', TargetModel: 'm.tar.gz' }],
  ['ec2', 'DescribeSubnets', 'ec2:Region', REGION, {}],
])('%s %s has the condition key %s', async (service, operation, key, value, input) => {
  const statement = (expected: string) => ({
    Effect: 'Allow',
    Action: `${service}:${operation}`,
    Resource: '*',
    Condition: { StringEquals: { [key]: expected } },
  });
  await (
    await createRole('Same', statement(value))
  )(service, operation, input);
  await expect((await createRole('Other', statement('other')))(service, operation, input)).rejects.toThrow(operation);
});

test('a network interface has the condition keys with which it was registered', async () => {
  const Condition = { StringEquals: { 'ec2:Subnet': 'arn:aws:ec2:eu-west-1:123456789012:subnet/subnet-1' } };
  const remove = { Effect: 'Allow', Action: 'ec2:DeleteNetworkInterface', Resource: '*', Condition };
  const caller = await createRole('Endpoint', remove);
  const call = () => caller('ec2', 'DeleteNetworkInterface', { NetworkInterfaceId: 'eni-1' });
  await expect(call()).rejects.toMatchObject({ name: 'UnauthorizedOperation' });
  iam.registerResource(`arn:aws:ec2:${REGION}:${ACCOUNT}:network-interface/eni-1`, { context: Condition.StringEquals });
  await call();
});

describe('each resource of a request is evaluated separately, with its own condition keys', () => {
  const ec2 = (resource: string, accountId = ACCOUNT) => `arn:aws:ec2:${REGION}:${accountId}:${resource}`;
  const input = { SubnetId: 'subnet-1', Groups: ['sg-1'] };
  const inVpc = { ArnEquals: { 'ec2:Vpc': ec2('vpc/vpc-1') } };
  const statement = (Resource: string[], Condition?: object) => ({
    Effect: 'Allow',
    Action: 'ec2:CreateNetworkInterface',
    Resource,
    ...(Condition && { Condition }),
  });
  const [interfaces, subnet, group] = [ec2('network-interface/*'), ec2('subnet/subnet-1'), ec2('security-group/sg-1')];

  test('a new network interface does not have the condition key ec2:Vpc', async () => {
    for (const arn of [subnet, group]) iam.registerResource(arn, { context: inVpc.ArnEquals });
    const authorizeWithOneStatement = await createRole('Together', statement([interfaces, subnet, group], inVpc));
    await expect(authorizeWithOneStatement('ec2', 'CreateNetworkInterface', input)).rejects.toThrow(interfaces);
    const authorizeWithTwoStatements = await createRole(
      'Apart',
      statement([interfaces]),
      statement([subnet, group], inVpc),
    );
    await authorizeWithTwoStatements('ec2', 'CreateNetworkInterface', input);
  });

  test('a shared subnet requires a permission for an ARN with the account of its owner, and the permission of the share', async () => {
    const shared = ec2('subnet/subnet-1', '999999999999');
    const Principal = { AWS: `arn:aws:iam::${ACCOUNT}:root` };
    const sharePolicy = (Action: string) => document({ Effect: 'Allow', Principal, Action });
    iam.resources.share(subnet, shared, { policy: sharePolicy('ec2:CreateNetworkInterface') });
    const authorizeWithOwnSubnet = await createRole('Own', statement([interfaces, subnet, group]));
    await expect(authorizeWithOwnSubnet('ec2', 'CreateNetworkInterface', input)).rejects.toThrow(shared);
    const authorizeWithSharedSubnet = await createRole(
      'Owners',
      statement([interfaces, ec2('subnet/subnet-1', '*'), group]),
    );
    await authorizeWithSharedSubnet('ec2', 'CreateNetworkInterface', input);
    iam.registerResource(shared, { policy: sharePolicy('ec2:DescribeSubnets') });
    await expect(authorizeWithSharedSubnet('ec2', 'CreateNetworkInterface', input)).rejects.toThrow(shared);
  });

  test('the authorization throws for a request without a required resource, instead of denying the request', async () => {
    const authorizeWithAll = await createRole('All', statement(['*']));
    await expect(authorizeWithAll('ec2', 'CreateNetworkInterface', {})).rejects.toThrow('needs a resource, subnet');
  });
});

test('a service can invoke a function only if the policy of the function allows the service and the source', async () => {
  const resource = `arn:aws:lambda:${REGION}:${ACCOUNT}:function:f`;
  const rule = `arn:aws:events:${REGION}:${ACCOUNT}:rule/r`;
  const access = { action: 'lambda:InvokeFunction', resource, context: {} };
  await expect(iam.authorizeService('events.amazonaws.com', access, rule)).rejects.toThrow('lambda:InvokeFunction');
  const statement = {
    Effect: 'Allow',
    Principal: { Service: 'events.amazonaws.com' },
    Action: 'lambda:InvokeFunction',
    Resource: resource,
    Condition: { ArnLike: { 'AWS:SourceArn': rule } },
  };
  iam.registerResource(resource, { policy: document(statement) });
  await iam.authorizeService('events.amazonaws.com', access, rule);
  await expect(iam.authorizeService('events.amazonaws.com', access, `${rule}2`)).rejects.toThrow('not authorized');
});

/** Creates a role, and puts these statements into its policy. Returns a function that authorizes requests with the role. */
async function createRole(name: string, ...statements: object[]) {
  const send = (operation: string, input: Record<string, unknown>) =>
    iam.handle({ principal: 'deployer', service: 'iam', operation, input });
  const trustPolicy = document({
    Effect: 'Allow',
    Action: 'sts:AssumeRole',
    Principal: { Service: ['lambda.amazonaws.com', 'sagemaker.amazonaws.com'] },
  });
  const existingRole = await send('GetRole', { RoleName: name }).catch(() => undefined);
  if (existingRole === undefined)
    await send('CreateRole', { RoleName: name, AssumeRolePolicyDocument: JSON.stringify(trustPolicy) });
  if (statements.length > 0) {
    await send('PutRolePolicy', {
      RoleName: name,
      PolicyName: 'P',
      PolicyDocument: JSON.stringify(document(...statements)),
    });
  }
  return (
    service: string,
    operation: string,
    input: Record<string, unknown>,
    servicePrincipal = 'lambda.amazonaws.com',
  ) => iam.authorize({ principal: { role: name, service: servicePrincipal }, service, operation, input });
}

function document(...statements: object[]): PolicyDocument {
  return { Version: '2012-10-17', Statement: statements as PolicyDocument['Statement'] };
}

/** A statement of a key policy that enables IAM policies of the account to allow access to the key. */
function allowAccount(): Record<string, unknown> {
  return { Effect: 'Allow', Principal: { AWS: `arn:aws:iam::${ACCOUNT}:root` }, Action: 'kms:*', Resource: '*' };
}
