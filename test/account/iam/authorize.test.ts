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

describe('each resource of a request is evaluated separately, with its own condition keys', () => {
  const ec2 = (resource: string, accountId = ACCOUNT) => `arn:aws:ec2:${REGION}:${accountId}:${resource}`;
  const input = { SubnetId: 'subnet-1', Groups: ['sg-1'] };
  const statement = (Resource: string[]) => ({
    Effect: 'Allow',
    Action: 'ec2:CreateNetworkInterface',
    Resource,
  });
  const [interfaces, subnet, group] = [ec2('network-interface/*'), ec2('subnet/subnet-1'), ec2('security-group/sg-1')];

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
