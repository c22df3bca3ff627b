import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { IGrantable, Role, ServicePrincipal, User } from 'aws-cdk-lib/aws-iam';
import { ITritonEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { classifier, statementsOf } from './fixtures';

function grantedBy(grant: (endpoint: ITritonEndpoint, grantee: IGrantable) => void, endpointName?: string) {
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
    'requests with a stream',
    (endpoint, grantee) => endpoint.grantInvokeWithResponseStream(grantee),
    ['sagemaker:InvokeEndpoint', 'sagemaker:InvokeEndpointWithResponseStream'],
  ],
  [
    'actions by name',
    (endpoint, grantee) => endpoint.grant(grantee, 'sagemaker:DescribeEndpoint', 'sagemaker:UpdateEndpoint'),
    ['sagemaker:DescribeEndpoint', 'sagemaker:UpdateEndpoint'],
  ],
])('%s are allowed on this endpoint and nothing else', (_, grant, actions) => {
  expect(grantedBy(grant, 'classifier')).toEqual([{ Action: actions, Effect: 'Allow', Resource: arnOf('classifier') }]);
});

test('a name with capitals is allowed as SageMaker writes it in ARNs, in lower case, and as it is spelled', () => {
  const [statement] = grantedBy((endpoint, grantee) => endpoint.grantInvoke(grantee), 'Classifier');
  expect(statement.Resource).toEqual([arnOf('classifier'), arnOf('Classifier')]);
});

test('the smoke test may ask an endpoint whose name has capitals', () => {
  const stack = new Stack(new App(), 'Stack', { env: { region: 'eu-west-1', account: '111122223333' } });
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), endpointName: 'Classifier' });
  const statements = statementsOf(Template.fromStack(stack)).filter(({ Action }) =>
    Action.includes('sagemaker:InvokeEndpoint'),
  );
  expect(statements.length).toBeGreaterThan(0);
  for (const { Resource } of statements) expect(Resource).toEqual([arnOf('Classifier'), arnOf('classifier')]);
});

test('a grant says whether it could be given', () => {
  const stack = new Stack(new App(), 'Stack');
  const endpoint = TritonRealtimeEndpoint.fromEndpointName(stack, 'Endpoint', 'classifier');
  expect(endpoint.grantInvoke(new User(stack, 'User')).success).toBe(true);
  expect(endpoint.grantInvoke(Role.fromRoleName(stack, 'Role', 'caller', { mutable: false })).success).toBe(true);
});
