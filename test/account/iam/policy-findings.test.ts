import { policyFindings } from './policy-findings';

const EC2 = 'arn:aws:ec2:eu-west-1:123456789012';

/** The findings for a policy with one statement. */
async function findingsOf(statement: object): Promise<string[]> {
  const PolicyDocument = { Statement: [{ Effect: 'Allow', ...statement }] };
  const Resources = { Policy: { Type: 'AWS::IAM::Policy', Properties: { PolicyDocument } } };
  return (await policyFindings('App', { Resources })).map((finding) => finding.replace('App Policy: ', ''));
}

test('a condition key that does not apply to one of the resources is a finding', async () => {
  const create = {
    Action: 'ec2:CreateNetworkInterface',
    Condition: { ArnEquals: { 'ec2:Vpc': `${EC2}:vpc/vpc-1` } },
  };
  expect(await findingsOf({ ...create, Resource: [`${EC2}:network-interface/*`, `${EC2}:subnet/*`] })).toEqual([
    'ec2:Vpc is never in a request for ec2:CreateNetworkInterface on network-interface',
  ]);
  expect(await findingsOf({ ...create, Resource: `${EC2}:subnet/*` })).toEqual([]);
});

test('a condition key that does not apply to the action is a finding, unless the key is a global condition key', async () => {
  const describe = { Action: 'ec2:DescribeSubnets', Resource: '*' };
  const equals = (key: string) => ({ ...describe, Condition: { StringEquals: { [key]: 'x' } } });
  expect(await findingsOf(equals('ec2:Subnet'))).toEqual([
    'ec2:Subnet is never in a request for ec2:DescribeSubnets on *',
  ]);
  expect(await findingsOf(equals('ec2:Region'))).toEqual([]);
  expect(await findingsOf(equals('aws:PrincipalArn'))).toEqual([]);
});

test('an action on * that supports resources is a finding, except for known exceptions', async () => {
  const Action = 'ec2:DeleteNetworkInterfacePermission';
  expect(await findingsOf({ Action, Resource: '*' })).toEqual([`${Action} on * could name network-interface`]);
  expect(await findingsOf({ Action, Resource: `${EC2}:network-interface/*` })).toEqual([]);
  expect(await findingsOf({ Action: 'cloudwatch:PutMetricData', Resource: '*' })).toEqual([]);
});

test.each([
  ['sagemaker', undefined, 'sagemaker.amazonaws.com can assume the role for resources of any account'],
  ['states', undefined, 'states.amazonaws.com can assume the role for resources of any account'],
  ['lambda', undefined, undefined],
  ['sagemaker', { ArnLike: { 'aws:SourceArn': 'arn:aws:sagemaker:eu-west-1:123456789012:*' } }, undefined],
  ['events', { StringEquals: { 'aws:SourceAccount': '123456789012' } }, undefined],
  [
    'lambda',
    { StringEquals: { 'aws:SourceAccount': '123456789012' } },
    'lambda.amazonaws.com sends no source and can never assume the role',
  ],
])('a trust policy for %s with the condition %j has the finding %j', async (service, Condition, finding) => {
  const Principal = { Service: `${service}.amazonaws.com` };
  expect(await findingsOf({ Action: 'sts:AssumeRole', Principal, Condition })).toEqual(finding ? [finding] : []);
});

test('a named action that does not support the resources is a finding, but an action that a pattern matches is not', async () => {
  const Resource = 'arn:aws:s3:::bucket';
  expect(await findingsOf({ Action: 's3:GetObject', Resource })).toEqual([
    `s3:GetObject has no resource like ${Resource}`,
  ]);
  expect(await findingsOf({ Action: 's3:GetBucket*', Resource })).toEqual([]);
});
