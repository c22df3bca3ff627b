import { permissionsIn, reasonOf } from '../../scripts/security/permissions';

/** A template with one role, and what a policy of the role allows. */
const template = (role: string, statement: object) => ({
  Resources: {
    [role]: { Type: 'AWS::IAM::Role', Properties: {} },
    Policy: {
      Type: 'AWS::IAM::Policy',
      Properties: { Roles: [{ Ref: role }], PolicyDocument: { Statement: [{ Effect: 'Allow', ...statement }] } },
    },
  },
});

test('a permission has the kinds of its resources and the keys of its conditions', () => {
  const Resource = ['arn:aws:s3:::models/stack/*', 'arn:aws:s3:::models'];
  const Condition = { StringEquals: { 's3:if-none-match': '*' } };
  const found = permissionsIn(
    'App',
    template('EndpointExecutionRole626EC5D8', { Action: 's3:Get*', Resource, Condition }),
  );
  expect(found).toMatchObject([
    { actions: ['s3:Get*'], resources: ['bucket by name', 'object by prefix'], conditionKeys: ['s3:if-none-match'] },
  ]);
});

test('a role without a principal is an error', () => {
  const unknown = template('SomethingElse626EC5D8', { Action: 's3:GetObject', Resource: '*' });
  expect(() => permissionsIn('App', unknown)).toThrow(/SomethingElse626EC5D8 has no principal: add it to/);
});

test('a * has a reason: none that could be a resource, or one that is given', async () => {
  expect(await reasonOf('probe (Lambda)', 'ecr:GetAuthorizationToken')).toBe('The action supports no resource');
  expect(await reasonOf('probe (Lambda)', 'cloudwatch:PutMetricData')).toBe(
    'Only metrics of OpenTelemetry have a resource',
  );
  await expect(reasonOf('probe (Lambda)', 's3:GetObject')).rejects.toThrow('without a reason');
});
