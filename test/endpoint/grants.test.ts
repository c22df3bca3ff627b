import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { IGrantable, Role, ServicePrincipal, User } from 'aws-cdk-lib/aws-iam';
import { ITritonEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { classifier, statementsOf } from './fixtures';

function statementsOfGrant(grant: (endpoint: ITritonEndpoint, grantee: IGrantable) => void, endpointName?: string) {
  const stack = new Stack(new App(), 'Stack', { env: { region: 'eu-west-1', account: '111122223333' } });
  const endpoint = new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), endpointName });
  grant(endpoint, new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }));
  return statementsOf(Template.fromStack(stack), /^CallerDefaultPolicy/);
}

const arnOf = (name: string) => ({
  'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, `:sagemaker:eu-west-1:111122223333:endpoint/${name}`]],
});

test.each<[string, (endpoint: ITritonEndpoint, grantee: IGrantable) => void, string | string[]]>([
  ['requests', (endpoint, grantee) => endpoint.grantInvoke(grantee), 'sagemaker:InvokeEndpoint'],
  [
    'requests with a response stream',
    (endpoint, grantee) => endpoint.grantInvokeWithResponseStream(grantee),
    ['sagemaker:InvokeEndpoint', 'sagemaker:InvokeEndpointWithResponseStream'],
  ],
  [
    'actions by name',
    (endpoint, grantee) => endpoint.grant(grantee, 'sagemaker:DescribeEndpoint', 'sagemaker:UpdateEndpoint'),
    ['sagemaker:DescribeEndpoint', 'sagemaker:UpdateEndpoint'],
  ],
])('a grant of %s allows the actions only on this endpoint', (_, grant, actions) => {
  expect(statementsOfGrant(grant, 'classifier')).toEqual([
    { Action: actions, Effect: 'Allow', Resource: arnOf('classifier') },
  ]);
});

test('for a name with upper-case letters, policies contain both the original name and the lower-case name that SageMaker uses in ARNs', () => {
  const [statement] = statementsOfGrant((endpoint, grantee) => endpoint.grantInvoke(grantee), 'Classifier');
  expect(statement.Resource).toEqual([arnOf('classifier'), arnOf('Classifier')]);
});

test('a grant to a user and a grant to an immutable role report success', () => {
  const stack = new Stack(new App(), 'Stack');
  const endpoint = TritonRealtimeEndpoint.fromEndpointName(stack, 'Endpoint', 'classifier');
  expect(endpoint.grantInvoke(new User(stack, 'User')).success).toBe(true);
  expect(endpoint.grantInvoke(Role.fromRoleName(stack, 'Role', 'caller', { mutable: false })).success).toBe(true);
});
