import { permissionsIn, reasonOf } from '../../scripts/security/permissions';

/** A template with one role and a policy. */
const template = (role: string, statement: object) => ({
  Resources: {
    [role]: { Type: 'AWS::IAM::Role', Properties: {} },
    Policy: {
      Type: 'AWS::IAM::Policy',
      Properties: { Roles: [{ Ref: role }], PolicyDocument: { Statement: [{ Effect: 'Allow', ...statement }] } },
    },
  },
});

test('a permission lists the kinds of its resources and the keys of its conditions', () => {
  const Resource = ['arn:aws:s3:::models/stack/*', 'arn:aws:s3:::models'];
  const Condition = { StringEquals: { 's3:if-none-match': '*' } };
  const permissions = permissionsIn(
    'App',
    template('EndpointExecutionRole626EC5D8', { Action: 's3:Get*', Resource, Condition }),
  );
  expect(permissions).toMatchObject([
    { actions: ['s3:Get*'], resources: ['bucket by name', 'object by prefix'], conditionKeys: ['s3:if-none-match'] },
  ]);
});

test('a role that is not in the list of principals is an error', () => {
  const unknownRole = template('SomethingElse626EC5D8', { Action: 's3:GetObject', Resource: '*' });
  expect(() => permissionsIn('App', unknownRole)).toThrow(/SomethingElse626EC5D8 has no principal: add it to/);
});

test('the reason for the resource * is that the action supports no resources, or a documented reason', async () => {
  expect(await reasonOf('a role', 'ecr:GetAuthorizationToken')).toBe('The action supports no resource');
  expect(await reasonOf('a role', 'cloudwatch:PutMetricData')).toBe('Only metrics of OpenTelemetry have a resource');
  await expect(reasonOf('a role', 's3:GetObject')).rejects.toThrow('without a reason');
});
