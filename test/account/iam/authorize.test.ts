import type { Call } from '../call';
import type { PolicyDocument } from './documents';
import { AWorld } from './a-world';
import { Iam } from './iam';

const ACCOUNT = '123456789012';
const REGION = 'eu-west-1';
const KEY = `arn:aws:kms:${REGION}:${ACCOUNT}:key/1`;
const sagemaker = (resource: string) => `arn:aws:sagemaker:${REGION}:${ACCOUNT}:${resource}`;

let world: AWorld;
let iam: Iam;

beforeEach(() => {
  world = new AWorld();
  iam = new Iam(world);
});

describe('a request needs the action and the resource of the Service Authorization Reference', () => {
  test.each<[service: string, operation: string, input: Record<string, unknown>, action: string, resource: string]>([
    [
      'sagemaker',
      'DescribeEndpoint',
      { EndpointName: 'MyEndpoint' },
      'sagemaker:DescribeEndpoint',
      sagemaker('endpoint/myendpoint'),
    ],
    [
      'sagemaker',
      'InvokeEndpoint',
      { EndpointName: 'E', Body: 'x' },
      'sagemaker:InvokeEndpoint',
      sagemaker('endpoint/e'),
    ],
    ['sagemaker-runtime', 'InvokeEndpoint', { EndpointName: 'E' }, 'sagemaker:InvokeEndpoint', sagemaker('endpoint/e')],
    [
      'sagemaker',
      'DescribeModelPackage',
      { ModelPackageName: sagemaker('model-package/g/1') },
      'sagemaker:DescribeModelPackage',
      sagemaker('model-package/g/1'),
    ],
    [
      'application-autoscaling',
      'PutScheduledAction',
      { ServiceNamespace: 'sagemaker', ResourceId: 'endpoint/e/variant/v' },
      'application-autoscaling:PutScheduledAction',
      `arn:aws:application-autoscaling:${REGION}:${ACCOUNT}:scalable-target/*`,
    ],
    [
      'application-autoscaling',
      'DescribeScalableTargets',
      { ServiceNamespace: 'sagemaker' },
      'application-autoscaling:DescribeScalableTargets',
      '*',
    ],
    [
      'cloudwatch',
      'DescribeAlarms',
      { AlarmNames: ['Late'] },
      'cloudwatch:DescribeAlarms',
      `arn:aws:cloudwatch:${REGION}:${ACCOUNT}:alarm:Late`,
    ],
    [
      'cloudwatch',
      'DescribeAlarms',
      {},
      'cloudwatch:DescribeAlarms',
      `arn:aws:cloudwatch:${REGION}:${ACCOUNT}:alarm:*`,
    ],
    ['cloudwatch', 'GetMetricData', { MetricDataQueries: [] }, 'cloudwatch:GetMetricData', '*'],
    [
      'logs',
      'DescribeLogStreams',
      { logGroupName: '/g' },
      'logs:DescribeLogStreams',
      `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:/g:*`,
    ],
    [
      'logs',
      'GetLogEvents',
      { logGroupName: '/g', logStreamName: 's' },
      'logs:GetLogEvents',
      `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:/g:*`,
    ],
    [
      'cloudformation',
      'DescribeStacks',
      { StackName: `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/S/1` },
      'cloudformation:DescribeStacks',
      `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/S/1`,
    ],
    [
      'lambda',
      'Invoke',
      { FunctionName: 'f' },
      'lambda:InvokeFunction',
      `arn:aws:lambda:${REGION}:${ACCOUNT}:function:f`,
    ],
    [
      'states',
      'StartExecution',
      { stateMachineArn: `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:m` },
      'states:StartExecution',
      `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:m`,
    ],
    [
      'states',
      'StopExecution',
      { executionArn: `arn:aws:states:${REGION}:${ACCOUNT}:execution:m:1` },
      'states:StopExecution',
      `arn:aws:states:${REGION}:${ACCOUNT}:execution:m:1`,
    ],
    [
      'sns',
      'Publish',
      { TopicArn: `arn:aws:sns:${REGION}:${ACCOUNT}:t` },
      'sns:Publish',
      `arn:aws:sns:${REGION}:${ACCOUNT}:t`,
    ],
    ['ssm', 'PutParameter', { Name: '/a/b' }, 'ssm:PutParameter', `arn:aws:ssm:${REGION}:${ACCOUNT}:parameter/a/b`],
    [
      'ecr',
      'BatchGetImage',
      { registryId: '999999999999', repositoryName: 'triton' },
      'ecr:BatchGetImage',
      `arn:aws:ecr:${REGION}:999999999999:repository/triton`,
    ],
    ['s3', 'HeadObject', { Bucket: 'b', Key: 'k' }, 's3:GetObject', 'arn:aws:s3:::b/k'],
    ['s3', 'ListObjectsV2', { Bucket: 'b', Prefix: 'p' }, 's3:ListBucket', 'arn:aws:s3:::b'],
    ['s3', 'AbortMultipartUpload', { Bucket: 'b', Key: 'k' }, 's3:AbortMultipartUpload', 'arn:aws:s3:::b/k'],
  ])('%s %s %j', async (service, operation, input, Action, Resource) => {
    const allowed = await role('Allowed', { Effect: 'Allow', Action, Resource });
    await expect(allowed(service, operation, input)).resolves.toBeUndefined();
    const other = Resource === '*' ? { Action: 's3:GetObject', Resource } : { Action, Resource: `${Resource}-other` };
    await expect((await role('Other', { Effect: 'Allow', ...other }))(service, operation, input)).rejects.toThrow(
      'is not authorized to perform',
    );
  });
});

test('a service of another name or an operation without an action is an error of the test, not a denial', async () => {
  const all = await role('All', { Effect: 'Allow', Action: '*', Resource: '*' });
  await expect(all('sagemaker', 'FlyToTheMoon', {})).rejects.toThrow('No action of IAM is known');
  await expect(all('moon', 'Fly', {})).rejects.toThrow('No action of IAM is known');
  await expect(all('s3', 'SelectObjectContent', {})).rejects.toThrow('No permission is known for S3');
  await expect(all('sagemaker', 'DescribeEndpoint', {})).rejects.toThrow('needs a resource');
});

test('an update of an endpoint needs permission for the endpoint and for the configuration', async () => {
  const input = { EndpointName: 'e', EndpointConfigName: 'c' };
  const Action = 'sagemaker:UpdateEndpoint';
  const one = await role('One', { Effect: 'Allow', Action, Resource: sagemaker('endpoint/e') });
  await expect(one('sagemaker', 'UpdateEndpoint', input)).rejects.toThrow(sagemaker('endpoint-config/c'));
  const both = [sagemaker('endpoint/e'), sagemaker('endpoint-config/c')];
  await (
    await role('Both', { Effect: 'Allow', Action, Resource: both })
  )('sagemaker', 'UpdateEndpoint', input);
});

test('composite alarms alone are described only with a permission for all alarms', async () => {
  const alarm = `arn:aws:cloudwatch:${REGION}:${ACCOUNT}:alarm:Late`;
  const composite = { AlarmNames: ['Late'], AlarmTypes: ['CompositeAlarm'] };
  const one = await role('One', { Effect: 'Allow', Action: 'cloudwatch:DescribeAlarms', Resource: alarm });
  await expect(one('cloudwatch', 'DescribeAlarms', composite)).rejects.toThrow('alarm:*');
  const both = { ...composite, AlarmTypes: ['CompositeAlarm', 'MetricAlarm'] };
  await expect(one('cloudwatch', 'DescribeAlarms', both)).resolves.toBeUndefined();
  const all = await role('All', { Effect: 'Allow', Action: 'cloudwatch:DescribeAlarms', Resource: '*' });
  await expect(all('cloudwatch', 'DescribeAlarms', composite)).resolves.toBeUndefined();
});

test('who registers a variant for scaling needs what Application Auto Scaling does with it', async () => {
  const scaling = { Effect: 'Allow', Action: 'application-autoscaling:*', Resource: '*' };
  const input = {
    ServiceNamespace: 'sagemaker',
    ResourceId: 'endpoint/e/variant/v',
    PolicyType: 'TargetTrackingScaling',
  };
  const some = await role('Some', scaling);
  await expect(some('application-autoscaling', 'RegisterScalableTarget', input)).rejects.toMatchObject({
    name: 'ValidationException',
    message: 'User is missing the following permissions: sagemaker:DescribeEndpoint',
  });
  await expect(some('application-autoscaling', 'PutScalingPolicy', input)).rejects.toThrow('cloudwatch:DescribeAlarms');
  const endpoint = {
    Effect: 'Allow',
    Action: ['sagemaker:DescribeEndpoint', 'sagemaker:UpdateEndpointWeightsAndCapacities'],
    Resource: sagemaker('endpoint/e'),
  };
  const configs = {
    Effect: 'Allow',
    Action: 'sagemaker:DescribeEndpointConfig',
    Resource: sagemaker('endpoint-config/*'),
  };
  const alarms = {
    Effect: 'Allow',
    Action: ['cloudwatch:DescribeAlarms', 'cloudwatch:PutMetricAlarm', 'cloudwatch:DeleteAlarms'],
    Resource: `arn:aws:cloudwatch:${REGION}:${ACCOUNT}:alarm:TargetTracking-endpoint/e/variant/*`,
  };
  const all = await role('All', scaling, endpoint, configs, alarms);
  for (const operation of ['RegisterScalableTarget', 'PutScalingPolicy', 'DeregisterScalableTarget']) {
    await expect(all('application-autoscaling', operation, input)).resolves.toBeUndefined();
  }
});

test('images of other accounts are pulled with the permissions of the role', async () => {
  const repository = `arn:aws:ecr:${REGION}:999999999999:repository/triton`;
  const pull = await role('Pull', { Effect: 'Allow', Action: 'ecr:BatchGetImage', Resource: repository });
  const input = { registryId: '999999999999', repositoryName: 'triton' };
  await expect(pull('ecr', 'BatchGetImage', input)).resolves.toBeUndefined();
  await expect(pull('ecr', 'GetDownloadUrlForLayer', input)).rejects.toThrow('ecr:GetDownloadUrlForLayer');
});

describe('S3', () => {
  test('a copy needs the source and the destination', async () => {
    const get = { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::from/a/b' };
    const put = { Effect: 'Allow', Action: 's3:PutObject', Resource: 'arn:aws:s3:::to/k' };
    const input = { Bucket: 'to', Key: 'k', CopySource: 'from/a%2Fb' };
    for (const operation of ['CopyObject', 'UploadPartCopy']) {
      await expect((await role('Get', get))('s3', operation, input)).rejects.toThrow('s3:PutObject');
      await expect((await role('Put', put))('s3', operation, input)).rejects.toThrow('s3:GetObject');
      await (
        await role('Both', get, put)
      )('s3', operation, input);
    }
  });

  test('DeleteObjects needs permission for each key', async () => {
    const some = await role('Some', { Effect: 'Allow', Action: 's3:DeleteObject', Resource: 'arn:aws:s3:::b/mine/*' });
    const keys = (...Keys: string[]) => ({ Bucket: 'b', Delete: { Objects: Keys.map((Key) => ({ Key })) } });
    await some('s3', 'DeleteObjects', keys('mine/1', 'mine/2'));
    await expect(some('s3', 'DeleteObjects', keys('mine/1', 'theirs/2'))).rejects.toThrow('theirs/2');
  });

  test('a listing is held against s3:prefix, and has none if the request names none', async () => {
    const Condition = { StringLike: { 's3:prefix': 'mine/*' } };
    const listing = { Effect: 'Allow', Action: 's3:ListBucket', Resource: 'arn:aws:s3:::b', Condition };
    const list = await role('List', listing);
    await list('s3', 'ListObjectsV2', { Bucket: 'b', Prefix: 'mine/1' });
    await expect(list('s3', 'ListObjectsV2', { Bucket: 'b', Prefix: 'theirs' })).rejects.toThrow('s3:ListBucket');
    await expect(list('s3', 'ListObjectsV2', { Bucket: 'b' })).rejects.toThrow('s3:ListBucket');
  });

  test('an object is written only if it is not there, where the policy demands the header', async () => {
    const Condition = { Null: { 's3:if-none-match': 'false' } };
    const put = await role('Put', { Effect: 'Allow', Action: 's3:PutObject', Resource: 'arn:aws:s3:::b/*', Condition });
    await put('s3', 'PutObject', { Bucket: 'b', Key: 'k', IfNoneMatch: '*' });
    await expect(put('s3', 'PutObject', { Bucket: 'b', Key: 'k' })).rejects.toThrow('s3:PutObject');
  });

  test('the policy of a bucket can allow and deny', async () => {
    const nobody = await role('Nobody');
    const Principal = { AWS: `arn:aws:iam::${ACCOUNT}:role/Nobody` };
    const allow = { Effect: 'Allow', Principal, Action: 's3:GetObject', Resource: 'arn:aws:s3:::b/*' };
    const get = () => nobody('s3', 'GetObject', { Bucket: 'b', Key: 'k' });
    iam.protect('arn:aws:s3:::b', { policy: document(allow) });
    await get();
    iam.protect('arn:aws:s3:::b', { policy: document(allow, { ...allow, Effect: 'Deny', Principal: '*' }) });
    await expect(get()).rejects.toThrow('with an explicit deny in a resource-based policy');
  });

  test.each([
    ['GetObject', ['kms:Decrypt']],
    ['PutObject', ['kms:GenerateDataKey']],
    ['UploadPart', ['kms:GenerateDataKey', 'kms:Decrypt']],
  ])('%s of a bucket with SSE-KMS needs %j through S3', async (operation, actions) => {
    iam.protect(KEY, { policy: document(account()) });
    iam.protect('arn:aws:s3:::b', { kmsKeyArn: KEY });
    const objects = { Effect: 'Allow', Action: 's3:*', Resource: 'arn:aws:s3:::b/*' };
    const Condition = {
      StringEquals: {
        'kms:ViaService': `s3.${REGION}.amazonaws.com`,
        'kms:EncryptionContext:aws:s3:arn': 'arn:aws:s3:::b/k',
      },
    };
    const key = { Effect: 'Allow', Action: actions, Resource: KEY, Condition };
    const input = { Bucket: 'b', Key: 'k' };
    await expect((await role('Without', objects))('s3', operation, input)).rejects.toThrow(actions[0]);
    await (
      await role('With', objects, key)
    )('s3', operation, input);
  });

  test('whether HeadObject needs the key is assumed', async () => {
    iam.protect(KEY, { policy: document(account()) });
    iam.protect('arn:aws:s3:::b', { kmsKeyArn: KEY });
    const head = await role('Head', { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::b/*' });
    await expect(head('s3', 'HeadObject', { Bucket: 'b', Key: 'k' })).rejects.toThrow('kms:Decrypt');
    world.switches = { ...world.switches, 'iam.head-object-decrypts': false };
    await head('s3', 'HeadObject', { Bucket: 'b', Key: 'k' });
  });
});

test('a key whose policy does not let the account use IAM is closed to the policies of roles', async () => {
  const decrypt = await role('Decrypt', { Effect: 'Allow', Action: 'kms:Decrypt', Resource: KEY });
  await expect(decrypt('kms', 'Decrypt', { KeyId: KEY })).rejects.toThrow('is not registered');
  iam.protect(KEY, { policy: document({ ...account(), Principal: { Service: 'logs.amazonaws.com' } }) });
  await expect(decrypt('kms', 'Decrypt', { KeyId: KEY })).rejects.toThrow('no resource-based policy allows');
  iam.protect(KEY, { policy: document(account()) });
  await decrypt('kms', 'Decrypt', { KeyId: KEY });
});

test('an object is written with the key that the request names, or with none, whatever the bucket has', async () => {
  const other = `${KEY}2`;
  iam.protect(KEY, { policy: document(account()) });
  iam.protect(other, { policy: document(account()) });
  iam.protect('arn:aws:s3:::b', { kmsKeyArn: KEY });
  const objects = { Effect: 'Allow', Action: 's3:PutObject', Resource: 'arn:aws:s3:::b/*' };
  const put = await role('Put', objects, { Effect: 'Allow', Action: 'kms:GenerateDataKey', Resource: other });
  const input = { Bucket: 'b', Key: 'k' };
  await expect(put('s3', 'PutObject', input)).rejects.toThrow(KEY);
  const named = { ...input, ServerSideEncryption: 'aws:kms', SSEKMSKeyId: other };
  await expect(put('s3', 'PutObject', named)).resolves.toBeUndefined();
  const managed = { ...input, ServerSideEncryption: 'AES256' };
  await expect(put('s3', 'PutObject', managed)).resolves.toBeUndefined();
});

test('SageMaker makes grants in the name of the execution role, and retires them without a permission', async () => {
  iam.protect(KEY, { policy: document(account()) });
  const Condition = {
    Bool: { 'kms:GrantIsForAWSResource': 'true' },
    StringEquals: { 'kms:ViaService': `sagemaker.${REGION}.amazonaws.com` },
  };
  const grant = { Effect: 'Allow', Action: 'kms:CreateGrant', Resource: KEY, Condition };
  const own = await role('Own', grant);
  await expect(own('kms', 'CreateGrant', { KeyId: KEY })).rejects.toThrow('kms:CreateGrant');
  const execution = await role('Execution', grant);
  await expect(execution('kms', 'CreateGrant', { KeyId: KEY }, 'sagemaker.amazonaws.com')).resolves.toBeUndefined();
  await expect(execution('kms', 'RetireGrant', { KeyId: KEY }, 'sagemaker.amazonaws.com')).resolves.toBeUndefined();
});

test('a request that hands over a role needs iam:PassRole to that service', async () => {
  const input = { JobName: 'j', InferenceRecommendationsJobName: 'j', RoleArn: `arn:aws:iam::${ACCOUNT}:role/Job` };
  const create = { Effect: 'Allow', Action: 'sagemaker:CreateInferenceRecommendationsJob', Resource: '*' };
  const pass = (service: string) => ({
    Effect: 'Allow',
    Action: 'iam:PassRole',
    Resource: input.RoleArn,
    Condition: { StringEquals: { 'iam:PassedToService': service } },
  });
  const operation = 'CreateInferenceRecommendationsJob';
  await expect((await role('No', create))('sagemaker', operation, input)).rejects.toThrow('iam:PassRole');
  await expect(
    (await role('Other', create, pass('lambda.amazonaws.com')))('sagemaker', operation, input),
  ).rejects.toThrow('iam:PassRole');
  await (
    await role('Yes', create, pass('sagemaker.amazonaws.com'))
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
])('%s %s is held against %s', async (service, operation, key, value, input) => {
  const statement = (expected: string) => ({
    Effect: 'Allow',
    Action: `${service}:${operation}`,
    Resource: '*',
    Condition: { StringEquals: { [key]: expected } },
  });
  await (
    await role('Same', statement(value))
  )(service, operation, input);
  await expect((await role('Other', statement('other')))(service, operation, input)).rejects.toThrow(operation);
});

test('what a network interface belongs to is what its service says of it', async () => {
  const Condition = { StringEquals: { 'ec2:Subnet': 'arn:aws:ec2:eu-west-1:123456789012:subnet/subnet-1' } };
  const remove = { Effect: 'Allow', Action: 'ec2:DeleteNetworkInterface', Resource: '*', Condition };
  const caller = await role('Endpoint', remove);
  const call = () => caller('ec2', 'DeleteNetworkInterface', { NetworkInterfaceId: 'eni-1' });
  await expect(call()).rejects.toMatchObject({ name: 'UnauthorizedOperation' });
  iam.protect(`arn:aws:ec2:${REGION}:${ACCOUNT}:network-interface/eni-1`, { context: Condition.StringEquals });
  await call();
});

describe('each resource of a request is judged alone, with the condition keys that the reference has for it', () => {
  const ec2 = (resource: string, account = ACCOUNT) => `arn:aws:ec2:${REGION}:${account}:${resource}`;
  const input = { SubnetId: 'subnet-1', Groups: ['sg-1'] };
  const inVpc = { ArnEquals: { 'ec2:Vpc': ec2('vpc/vpc-1') } };
  const statement = (Resource: string[], Condition?: object) => ({
    Effect: 'Allow',
    Action: 'ec2:CreateNetworkInterface',
    Resource,
    ...(Condition && { Condition }),
  });
  const [interfaces, subnet, group] = [ec2('network-interface/*'), ec2('subnet/subnet-1'), ec2('security-group/sg-1')];

  test('an interface that is created is in no VPC yet', async () => {
    for (const arn of [subnet, group]) iam.protect(arn, { context: inVpc.ArnEquals });
    const together = await role('Together', statement([interfaces, subnet, group], inVpc));
    await expect(together('ec2', 'CreateNetworkInterface', input)).rejects.toThrow(interfaces);
    const apart = await role('Apart', statement([interfaces]), statement([subnet, group], inVpc));
    await apart('ec2', 'CreateNetworkInterface', input);
  });

  test('a subnet that another account shares is judged by the ARN of its owner, and by the share', async () => {
    const shared = ec2('subnet/subnet-1', '999999999999');
    const Principal = { AWS: `arn:aws:iam::${ACCOUNT}:root` };
    const share = (Action: string) => document({ Effect: 'Allow', Principal, Action });
    iam.resources.share(subnet, shared, { policy: share('ec2:CreateNetworkInterface') });
    const own = await role('Own', statement([interfaces, subnet, group]));
    await expect(own('ec2', 'CreateNetworkInterface', input)).rejects.toThrow(shared);
    const owners = await role('Owners', statement([interfaces, ec2('subnet/subnet-1', '*'), group]));
    await owners('ec2', 'CreateNetworkInterface', input);
    iam.protect(shared, { policy: share('ec2:DescribeSubnets') });
    await expect(owners('ec2', 'CreateNetworkInterface', input)).rejects.toThrow(shared);
  });

  test('a request without a resource that the action requires is an error of the test', async () => {
    const all = await role('All', statement(['*']));
    await expect(all('ec2', 'CreateNetworkInterface', {})).rejects.toThrow('needs a resource, subnet');
  });
});

test('a service can ask whether a role may do something whatever the resources and conditions are', async () => {
  const Action = 'ec2:CreateNetworkInterface';
  const Condition = { StringEquals: { 'ec2:Region': REGION } };
  await role('Everything', { Effect: 'Allow', Action, Resource: '*' });
  await role('Region', { Effect: 'Allow', Action, Resource: '*', Condition });
  await role('Account', { Effect: 'Allow', Action, Resource: `arn:aws:ec2:${REGION}:${ACCOUNT}:*` });
  const allowed = (name: string) => iam.allowsUnscoped(`arn:aws:iam::${ACCOUNT}:role/${name}`, Action);
  expect([await allowed('Everything'), await allowed('Region'), await allowed('Account')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a service invokes a function only by the policy of the function, and for the source that it names', async () => {
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
  iam.protect(resource, { policy: document(statement) });
  await iam.authorizeService('events.amazonaws.com', access, rule);
  await expect(iam.authorizeService('events.amazonaws.com', access, `${rule}2`)).rejects.toThrow('not authorized');
});

test('CloudFormation with the rights of the deployer is never denied', async () => {
  const call: Call = { principal: 'deployer', service: 'sagemaker', operation: 'CreateModel', input: {} };
  await expect(iam.authorize(call)).resolves.toBeUndefined();
});

test('a service can ask whether a request would be allowed', async () => {
  await role('Nobody');
  const principal = { role: 'Nobody', service: 'lambda.amazonaws.com' };
  const call = { principal, service: 's3', operation: 'ListObjectsV2', input: { Bucket: 'b' } };
  await expect(iam.allows(call)).resolves.toBe(false);
  expect(iam.uses.denied).toEqual([]);
});

/** A role with these statements, as a function that makes requests in its name. */
async function role(name: string, ...statements: object[]) {
  const send = (operation: string, input: Record<string, unknown>) =>
    iam.handle({ principal: 'deployer', service: 'iam', operation, input });
  const trusted = document({
    Effect: 'Allow',
    Action: 'sts:AssumeRole',
    Principal: { Service: ['lambda.amazonaws.com', 'sagemaker.amazonaws.com'] },
  });
  const exists = await send('GetRole', { RoleName: name }).catch(() => undefined);
  if (exists === undefined)
    await send('CreateRole', { RoleName: name, AssumeRolePolicyDocument: JSON.stringify(trusted) });
  if (statements.length > 0) {
    await send('PutRolePolicy', {
      RoleName: name,
      PolicyName: 'P',
      PolicyDocument: JSON.stringify(document(...statements)),
    });
  }
  return (service: string, operation: string, input: Record<string, unknown>, as = 'lambda.amazonaws.com') =>
    iam.authorize({ principal: { role: name, service: as }, service, operation, input });
}

function document(...statements: object[]): PolicyDocument {
  return { Version: '2012-10-17', Statement: statements as PolicyDocument['Statement'] };
}

/** The statement of a key's policy that lets the account use IAM. */
function account(): Record<string, unknown> {
  return { Effect: 'Allow', Principal: { AWS: `arn:aws:iam::${ACCOUNT}:root` }, Action: 'kms:*', Resource: '*' };
}
