import { policyFindings } from './policy-findings';

const EC2 = 'arn:aws:ec2:eu-west-1:123456789012';

/** What is found in a policy of one statement. */
async function found(statement: object): Promise<string[]> {
  const PolicyDocument = { Statement: [{ Effect: 'Allow', ...statement }] };
  const Resources = { Policy: { Type: 'AWS::IAM::Policy', Properties: { PolicyDocument } } };
  return (await policyFindings('App', { Resources })).map((finding) => finding.replace('App Policy: ', ''));
}

test('finds a condition key that requests for one of the resources never carry', async () => {
  const create = {
    Action: 'ec2:CreateNetworkInterface',
    Condition: { ArnEquals: { 'ec2:Vpc': `${EC2}:vpc/vpc-1` } },
  };
  expect(await found({ ...create, Resource: [`${EC2}:network-interface/*`, `${EC2}:subnet/*`] })).toEqual([
    'ec2:Vpc is never in a request for ec2:CreateNetworkInterface on network-interface',
  ]);
  expect(await found({ ...create, Resource: `${EC2}:subnet/*` })).toEqual([]);
});

test('finds a condition key that no request for an action carries, and knows those that all carry', async () => {
  const describe = { Action: 'ec2:DescribeSubnets', Resource: '*' };
  const equals = (key: string) => ({ ...describe, Condition: { StringEquals: { [key]: 'x' } } });
  expect(await found(equals('ec2:Subnet'))).toEqual(['ec2:Subnet is never in a request for ec2:DescribeSubnets on *']);
  expect(await found(equals('ec2:Region'))).toEqual([]);
  expect(await found(equals('aws:PrincipalArn'))).toEqual([]);
});

test('finds an action that could name resources, unless all of them are meant', async () => {
  const Action = 'ec2:DeleteNetworkInterfacePermission';
  expect(await found({ Action, Resource: '*' })).toEqual([`${Action} on * could name network-interface`]);
  expect(await found({ Action, Resource: `${EC2}:network-interface/*` })).toEqual([]);
  expect(await found({ Action: 'cloudwatch:PutMetricData', Resource: '*' })).toEqual([]);
});

test.each([
  ['sagemaker', undefined, 'sagemaker.amazonaws.com is let in for resources of any account'],
  ['states', undefined, 'states.amazonaws.com is let in for resources of any account'],
  ['lambda', undefined, undefined],
  ['sagemaker', { ArnLike: { 'aws:SourceArn': 'arn:aws:sagemaker:eu-west-1:123456789012:*' } }, undefined],
  ['events', { StringEquals: { 'aws:SourceAccount': '123456789012' } }, undefined],
  [
    'lambda',
    { StringEquals: { 'aws:SourceAccount': '123456789012' } },
    'lambda.amazonaws.com sends no source and is never let in',
  ],
])('judges the trust of %s with the condition %j', async (service, Condition, finding) => {
  const Principal = { Service: `${service}.amazonaws.com` };
  expect(await found({ Action: 'sts:AssumeRole', Principal, Condition })).toEqual(finding ? [finding] : []);
});

test('finds an action that has none of the resources, but not an action of a pattern', async () => {
  const Resource = 'arn:aws:s3:::bucket';
  expect(await found({ Action: 's3:GetObject', Resource })).toEqual([`s3:GetObject has no resource like ${Resource}`]);
  expect(await found({ Action: 's3:GetBucket*', Resource })).toEqual([]);
});
