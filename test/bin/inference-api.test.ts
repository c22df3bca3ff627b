import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { InferenceApiStack } from '../../bin/inference-api-stack';

// The function is not bundled, because bundling takes seconds.
const stack = new InferenceApiStack(new App({ context: { 'aws:cdk:bundling-stacks': [] } }), 'InferenceApi');
const template = Template.fromStack(stack);

test('the function only has permission to invoke the endpoint and to write its log', () => {
  const [{ Properties }] = Object.values(template.findResources('AWS::Lambda::Function')).filter(
    ({ Properties: { Environment } }) => Environment?.Variables?.MODEL,
  );
  expect(Properties.Environment.Variables.ENDPOINT_NAME).toBe(endpointName());
  const roleId = Properties.Role['Fn::GetAtt'][0];
  const policies = Object.values(template.findResources('AWS::IAM::Policy')).filter(
    ({ Properties: { Roles } }) => Roles[0].Ref === roleId,
  );
  const statements = policies.flatMap((policy) => policy.Properties.PolicyDocument.Statement);
  expect(statements.map(({ Action }) => Action).flat()).toEqual([
    'logs:CreateLogStream',
    'logs:PutLogEvents',
    'sagemaker:InvokeEndpoint',
  ]);
  expect(template.findResources('AWS::IAM::Role')[roleId].Properties.ManagedPolicyArns).toBeUndefined();
});

test('the API requires IAM authorization', () => {
  template.hasResourceProperties('AWS::ApiGatewayV2::Route', {
    RouteKey: 'POST /classify',
    AuthorizationType: 'AWS_IAM',
    Target: Match.anyValue(),
  });
});

test('the only finding of cdk-nag is missing access logs of the model bucket, which users can enable on their own bucket', () => {
  const { violations } = new AwsSolutionsChecks().validateScope(stack);
  expect(violations.map(({ ruleName }) => ruleName)).toEqual(['AwsSolutions-S1']);
  expect(violations[0].violatingResources).toEqual([
    expect.objectContaining({ constructPath: expect.stringContaining('/TritonModelPublisher/Bucket/') }),
  ]);
});

function endpointName(): unknown {
  const [endpoint] = Object.values(template.findResources('AWS::SageMaker::Endpoint'));
  return endpoint.Properties.EndpointName;
}
