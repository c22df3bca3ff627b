import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { TritonRealtimeEndpoint } from '../../../lib';
import { classifier, stackWith } from '../fixtures';

const REPORT = 'Custom::TritonFailureReport';

interface Resource {
  readonly DependsOn?: string[];
  readonly Properties: Record<string, unknown>;
}

function only(template: Template, type: string): [id: string, resource: Resource] {
  return Object.entries(template.findResources(type))[0] as [string, Resource];
}

describe('the report of an endpoint', () => {
  const template = Template.fromStack(stackWith({ endpointName: 'vision' }));
  const [reportId, report] = only(template, REPORT);
  const [, endpoint] = only(template, 'AWS::SageMaker::Endpoint');

  test('waits for all that the endpoint waits for, so that both begin at once', () => {
    expect(report.DependsOn).toEqual(endpoint.DependsOn);
    expect(report.Properties.EndpointConfigName).toEqual(endpoint.Properties.EndpointConfigName);
  });

  test('keeps its function and the permissions of the function until the endpoint is deleted', () => {
    const { Resources } = template.toJSON() as { Resources: Record<string, object> };
    const ofTheFunction = Object.keys(Resources).filter((id) => id.startsWith('TritonFailureReport'));
    expect(ofTheFunction.length).toBeGreaterThan(3);
    expect(endpoint.DependsOn).toEqual(expect.arrayContaining(ofTheFunction));
  });

  test('is waited for by nothing: it makes no deployment longer', () => {
    const others = Object.entries(template.toJSON().Resources as Record<string, object>).filter(
      ([id]) => id !== reportId,
    );
    expect(JSON.stringify(others)).not.toContain(`"${reportId}"`);
  });

  test('runs when the configuration changes, and has an hour', () => {
    template.hasResourceProperties(REPORT, { EndpointName: 'vision', ServiceTimeout: '3600' });
  });

  test('may read the log of this endpoint, and write to one group outside the stack', () => {
    const group = (name: string) => ({ 'Fn::Join': ['', Match.arrayWith([`:log-group:${name}`])] });
    template.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: ['logs:DescribeLogStreams', 'logs:GetLogEvents'],
            Resource: group('/aws/sagemaker/Endpoints/vision:*'),
          }),
          Match.objectLike({
            Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents', 'logs:PutRetentionPolicy'],
            Resource: [
              group('/cdk-sagemaker-triton/failed-deployments/vision'),
              group('/cdk-sagemaker-triton/failed-deployments/vision:*'),
            ],
          }),
        ]),
      },
    });
  });
});

test('several endpoints of a stack share the function', () => {
  const stack = stackWith();
  new TritonRealtimeEndpoint(stack, 'Second', { model: classifier() });
  const template = Template.fromStack(stack);
  template.resourceCountIs(REPORT, 2);
  template.resourcePropertiesCountIs(
    'AWS::Lambda::Function',
    { Description: 'Reports why the deployment of an endpoint failed' },
    1,
  );
});

test('a key for the log encrypts what is kept as well, and is opened for that group alone', () => {
  const stack = new Stack(new App(), 'Stack');
  const logEncryptionKey = new Key(stack, 'Key');
  new TritonRealtimeEndpoint(stack, 'Classifier', {
    model: classifier(),
    endpointName: 'vision',
    monitoring: { logEncryptionKey },
  });
  const template = Template.fromStack(stack);
  template.hasResourceProperties(REPORT, { EncryptionKeyArn: stack.resolve(logEncryptionKey.keyArn) });
  const [, key] = only(template, 'AWS::KMS::Key');
  expect(JSON.stringify(key)).toContain('log-group:/cdk-sagemaker-triton/failed-deployments/vision');
});

test('it can be turned off', () => {
  const template = Template.fromStack(stackWith({ monitoring: { failureReport: false } }));
  template.resourceCountIs(REPORT, 0);
  expect(JSON.stringify(template.toJSON())).not.toContain('TritonFailureReport');
});
